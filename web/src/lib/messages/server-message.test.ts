import { describe, expect, it } from 'vitest'
import { compileTexts } from '../../../../scripts/texts/texts.mjs'
import spanish from '../../../../texts/es/messages.json' with { type: 'json' }
import { toMessages } from '../i18n/messages.ts'
import { fromBody, fromHeaders, translate } from './server-message.ts'

const headersOf = (headers: Record<string, string>) => (name: string) => headers[name] ?? null

const toCatalogue = (texts: object) => toMessages(compileTexts(texts), 'es')

describe('server messages', () => {
  it('are read from the headers of a response', () => {
    const params = { name: 'Año «1»', limit: 20 }
    const headers = headersOf({
      'x-message-code': 'files.too_large',
      'x-message-params': encodeURIComponent(JSON.stringify(params)),
    })
    expect(fromHeaders('Too large', headers)).toEqual({ text: 'Too large', code: 'files.too_large', params })
    expect(fromHeaders('Too large', headersOf({}))).toEqual({ text: 'Too large' })
  })

  it('are read from a JSON body', () => {
    const warning = { message: 'No', message_code: 'tools.missing', message_params: { tool: 'Search' } }
    expect(fromBody('No', warning)).toEqual({ text: 'No', code: 'tools.missing', params: { tool: 'Search' } })
    expect(fromBody('No', { message: 'No' })).toEqual({ text: 'No' })
  })

  it('ignore broken parameters', () => {
    const code = 'not_found.assistant'
    const headers = headersOf({ 'x-message-code': code, 'x-message-params': '%7Bnot json' })
    expect(fromHeaders('Gone', headers)).toEqual({ text: 'Gone', code, params: {} })
    expect(fromBody('Gone', { message_code: code, message_params: { name: {} } }).params).toEqual({})
  })

  it('are translated together with a message inside', () => {
    const catalogue = toCatalogue({
      pages: { failed: 'No se ha podido: {reason}' },
      network: { closed: '{host} ha cerrado' },
    })
    const reason = { code: 'network.closed', params: { host: 'a.org' }, text: 'a.org closed' }
    const body = { message_code: 'pages.failed', message_params: { reason } }
    expect(translate(catalogue, fromBody('Failed: a.org closed', body))).toBe(
      'No se ha podido: a.org ha cerrado',
    )
    const unknown = { ...reason, code: 'network.unknown' }
    expect(translate(catalogue, fromBody('', { ...body, message_params: { reason: unknown } }))).toBe(
      'No se ha podido: a.org closed',
    )
  })

  it('are translated with their parameters, or stay in English', () => {
    const catalogue = toCatalogue({ files: { too_large: '«{name}» supera el límite de {limit}' } })
    const params = { name: 'a.pdf', limit: '20 MB' }
    expect(translate(catalogue, { text: 'Too large', code: 'files.too_large', params })).toBe(
      '«a.pdf» supera el límite de 20 MB',
    )
    expect(translate(catalogue, { text: 'Too large', code: 'files.unknown', params })).toBe('Too large')
    expect(translate(catalogue, { text: 'Too large', code: 'constructor' })).toBe('Too large')
    expect(translate(catalogue, { text: 'Too large', code: 'files.too_large', params: {} })).toBe('Too large')
    expect(
      translate(toCatalogue(spanish), { text: 'Assistant not found', code: 'not_found.assistant' }),
    ).toBe('No se ha encontrado el asistente')
  })
})
