/** The browser's memory of small choices. A browser that forbids it forgets them; nothing else breaks. */
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
