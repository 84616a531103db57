import { toOrigin } from '../../../modules/lti/index.ts'
import type { Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { languageFor } from '../pages/launch-page.ts'
import { launchTexts } from '../pages/launch-texts.ts'
import { scriptPage } from '../pages/script-page.ts'

const POST_SCRIPT = `
const data = JSON.parse(document.getElementById('data').textContent)
const form = Object.assign(document.createElement('form'), { method: 'post', action: data.action })
form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'JWT', value: data.jwt }))
document.body.append(form)
form.submit()`

/** Posts the answer from the educator's browser, as LTI requires. The page may send forms to the LMS only. */
export function returnPage(
  exchange: Exchange,
  { jwt, returnUrl, frameOrigins }: { jwt: string; returnUrl: string; frameOrigins: string },
): Reply {
  const language = languageFor(exchange)
  return scriptPage({
    language,
    title: launchTexts(language).returning,
    text: '',
    script: POST_SCRIPT,
    data: { action: returnUrl, jwt },
    frameOrigins,
    // Some LMSs continue on another of their addresses, and browsers check redirects, too.
    formTargets: [...new Set([toOrigin(returnUrl), ...frameOrigins.split(' ')])].filter(Boolean).join(' '),
  })
}
