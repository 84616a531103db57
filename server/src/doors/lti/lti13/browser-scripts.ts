/**
 * Scripts of the pages between an LMS and us, for browsers that block cookies in frames. They use the storage that LMSs
 * offer to tools (1EdTech's "LTI Client Side postMessages"). Messages are only sent to and accepted from the LMS.
 */
const ASK = `
const data = JSON.parse(document.getElementById('data').textContent)
const frame = () => {
  const host = window.opener || window.parent
  if (data.target === '_parent') return host
  // Browsers throw for a frame that does not exist on a page of another site.
  try { return host.frames[data.target] || host } catch { return host }
}
const ask = (subject, more) => new Promise((resolve, reject) => {
  const id = crypto.randomUUID()
  const timer = setTimeout(() => reject(new Error('no answer')), 3000)
  addEventListener('message', (event) => {
    const said = event.data
    if (event.origin !== data.origin || typeof said !== 'object' || said === null || said.message_id !== id) return
    clearTimeout(timer)
    if (said.error) reject(new Error('refused'))
    else resolve(said.value)
  })
  frame().postMessage({ subject, message_id: id, key: data.key, ...more }, data.origin)
})`

/** Stores the secret of a login, then continues to the LMS. Where the LMS stores nothing, the cookie may still work. */
export const STORE_SCRIPT = `${ASK}
ask('lti.put_data', { value: data.value }).catch(() => undefined).then(() => location.replace(data.next))`

/** Reads the secret of the login and sends it with the launch. Otherwise the launch can only continue in a new tab. */
export const CHECK_SCRIPT = `${ASK}
const giveUp = () => { document.getElementById('title').textContent = data.blocked; document.getElementById('fallback').hidden = false }
const confirm = (value) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '/lti/1.3/confirm' })
  for (const [name, text] of Object.entries({ token: data.token, value }))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value: text }))
  document.body.append(form)
  form.submit()
}
if (data.target) ask('lti.get_data', {}).then((value) => (value ? confirm(value) : giveUp())).catch(giveUp)
else giveUp()`

/** Tells the LMS that the registration is complete. Browsers deliver it only if the page is at one of these origins. */
export const CLOSE_SCRIPT = `
const data = JSON.parse(document.getElementById('data').textContent)
for (const origin of data.origins)
  (window.opener || window.parent).postMessage({ subject: 'org.imsglobal.lti.close' }, origin)`
