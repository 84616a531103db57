// Before the first paint: the theme and the language that were chosen, so that nothing flashes.
;(() => {
  const root = document.documentElement
  const kept = (name) => {
    try {
      return localStorage.getItem(`bellwether.${name}`)
    } catch {
      return null
    }
  }
  const isDark =
    kept('theme') === 'dark' ||
    (kept('theme') !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.lang = kept('language') ?? root.lang
})()
