// Opens the chat of a class link from a button in the corner of any page:
// <script src="https://bellwether.example.edu/embed.js" data-link="k7mw3xqd9p" data-title="Tutor" async></script>
;(() => {
  const script = document.currentScript
  const code = script?.dataset.link
  if (!code) return
  const title = script.dataset.title || 'Chat'
  const address = new URL(`/l/${encodeURIComponent(code)}`, script.src).href

  // Styles are set one by one: pages may forbid style elements and attributes.
  const style = (element, rules) => {
    for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value, 'important')
  }
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '💬'
  button.setAttribute('aria-label', title)
  button.setAttribute('aria-expanded', 'false')
  style(button, {
    position: 'fixed',
    right: '20px',
    bottom: '20px',
    width: '56px',
    height: '56px',
    border: '0',
    'border-radius': '28px',
    background: '#1f6a4e',
    'font-size': '26px',
    'line-height': '56px',
    padding: '0',
    cursor: 'pointer',
    'box-shadow': '0 4px 16px rgb(0 0 0 / 30%)',
    'z-index': '2147483000',
  })

  let frame
  const open = () => {
    frame = document.createElement('iframe')
    frame.src = address
    frame.title = title
    frame.allow = 'clipboard-write'
    style(frame, {
      position: 'fixed',
      right: '20px',
      bottom: '88px',
      width: 'min(400px, calc(100vw - 40px))',
      height: 'min(640px, calc(100vh - 108px))',
      border: '0',
      'border-radius': '16px',
      background: '#fff',
      'box-shadow': '0 8px 32px rgb(0 0 0 / 30%)',
      'z-index': '2147483000',
    })
    document.body.append(frame)
  }
  const toggle = (isOpen) => {
    if (isOpen && !frame) open()
    if (frame) style(frame, { display: isOpen ? 'block' : 'none' })
    button.setAttribute('aria-expanded', String(isOpen))
    button.textContent = isOpen ? '✕' : '💬'
    style(button, { color: '#fff' })
  }
  button.addEventListener('click', () => toggle(button.getAttribute('aria-expanded') !== 'true'))
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') toggle(false)
  })
  document.body.append(button)
})()
