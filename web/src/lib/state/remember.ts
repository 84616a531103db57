/** Small choices, stored in the browser. If storage is forbidden, they are forgotten and nothing else breaks. */
const PREFIX = 'bellwether.'

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    // Forbidden or full: the choice lasts as long as the page.
  }
}
