import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../../connectors/connector.ts'
import { isPublicUrl } from '../../platform/outbound/address-guard.ts'
import { checkMessages } from './client-messages.ts'

const check = (...messages: ChatMessage[]) => checkMessages(messages, (url) => isPublicUrl(url, lookup))
const lookup: Parameters<typeof isPublicUrl>[1] = (host, _options, callback) => {
  const addresses: Record<string, string> = {
    'images.example': '93.184.216.34',
    'intranet.example': '10.0.0.7',
  }
  const address = addresses[host]
  if (address) callback(null, [{ address, family: 4 }], 4)
  else callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '', 4)
}
const user = { role: 'user', content: 'What is the weather?' }
const called = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'weather', arguments: '{}' } })),
})
const result = (id: unknown) => ({ role: 'tool', tool_call_id: id, content: 'sunny' })
const picture = (url: unknown): ChatMessage => ({
  role: 'user',
  content: [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url } },
  ],
})
const refusedFor = (param: string) => ({ code: 'bad_request', details: { param } })

describe('messages of a client', () => {
  it.each([
    { name: 'a plain question', messages: [user] },
    { name: 'one call', messages: [user, called('a'), result('a')] },
    { name: 'parallel calls', messages: [user, called('a', 'b'), result('b'), result('a')] },
    {
      name: 'a system message in between',
      messages: [user, called('a'), { role: 'system', content: 's' }, result('a')],
    },
    { name: 'a developer message', messages: [{ role: 'developer', content: 'd' }, user] },
    ...['QUJD', 'Q'.repeat(5000), 'data:application/pdf;base64,QUJD', ''].map((data) => ({
      name: `a file and a recording of ${data.length} characters`,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'file', file: { file_data: data } },
            { type: 'input_audio', input_audio: { data, format: 'wav' } },
          ],
        },
      ],
    })),
    {
      name: 'a picture without words',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: '' },
            { type: 'image_url', image_url: { url: 'https://images.example/a.png' } },
          ],
        },
      ],
    },
    { name: 'an embedded image', messages: [picture('data:image/png;base64,QUJD')] },
    { name: 'a public image', messages: [picture('https://images.example/a.png')] },
  ])('accepts $name', async ({ messages }) => {
    await expect(check(...messages)).resolves.toBeUndefined()
  })

  it.each([
    ['an unknown role', [{ role: 'boss', content: 'x' }], 'messages.0.role'],
    ['a result without an id', [user, called('a'), result(undefined)], 'messages.2.tool_call_id'],
    ['a result without a call', [user, result('a')], 'messages.1.tool_call_id'],
    ['a result of another call', [user, called('a'), result('b')], 'messages.2.tool_call_id'],
    ['a result before its call', [user, result('a'), called('a')], 'messages.1.tool_call_id'],
    ['a call without an id', [user, called('')], 'messages.1.tool_calls.0.id'],
    ['calls that are not a list', [user, { role: 'assistant', tool_calls: 'x' }], 'messages.1.tool_calls'],
    ['a list without parts', [user, { role: 'user', content: [] }], 'messages.1.content'],
    [
      'a text part without a text',
      [{ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'text' }] }],
      'messages.0.content.1.text',
    ],
    [
      'nothing but empty text',
      [{ role: 'user', content: [{ type: 'text', text: '' }] }],
      'messages.0.content',
    ],
    [
      'a file stored at the provider',
      [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }],
      'messages.0.content.0.file',
    ],
    ...['http://169.254.169.254/', 'file:///etc/passwd', '//169.254.169.254/a', 'ftp:x'].flatMap((data) => [
      [
        `a file at ${data}`,
        [{ role: 'user', content: [{ type: 'file', file: { file_data: data } }] }],
        'messages.0.content.0.file.file_data',
      ],
      [
        `a recording at ${data}`,
        [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data, format: 'wav' } }] }],
        'messages.0.content.0.input_audio.data',
      ],
    ]),
    [
      'a file with another address',
      [
        {
          role: 'user',
          content: [{ type: 'file', file: { file_data: 'QUJD', file_url: 'http://10.0.0.1' } }],
        },
      ],
      'messages.0.content.0.file.file_data',
    ],
    [
      'an unknown part',
      [{ role: 'user', content: [{ type: 'video_url', video_url: { url: 'https://images.example' } }] }],
      'messages.0.content.0.type',
    ],
  ] as [string, ChatMessage[], string][])('refuses %s', async (_name, messages, param) => {
    await expect(check(...messages)).rejects.toMatchObject(refusedFor(param))
  })

  it.each([
    'http://images.example/a.png',
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/',
    'https://[::1]/a.png',
    'https://[::ffff:10.0.0.1]/a.png',
    'https://2130706433/a.png',
    'https://localhost/a.png',
    'https://intranet.example/a.png',
    'https://nowhere.example/a.png',
    'https://images.example:6379/a.png',
    'https://user:password@images.example/a.png',
    'file:///etc/passwd',
    'gopher://images.example/',
    'data:text/html;base64,QUJD',
    'data:image/png,rawbytes',
    '/a.png',
    'x',
  ])('refuses the image URL %s', async (url) => {
    await expect(check(picture(url))).rejects.toMatchObject(refusedFor('messages.0.content.1.image_url.url'))
  })

  it('finds an image in every spelling and every message', async () => {
    const bad = 'http://169.254.169.254/'
    for (const part of [
      { type: 'image_url', image_url: bad },
      { type: 'image', image: bad },
      { type: 'image', image: { url: bad } },
    ])
      await expect(check({ role: 'user', content: [part] }, user)).rejects.toThrow('public https:')
    await expect(check({ role: 'user', content: [{ type: 'image_url', image_url: 5 }] })).rejects.toThrow(
      'is required',
    )
  })
})
