import { setTimeout as pause } from 'node:timers/promises'
import {
  type CallToolResult,
  CreateMessageResultSchema,
  type ElicitRequestFormParams,
  ElicitResultSchema,
  type GetPromptResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js'
import { AppError, notFound } from '../../platform/errors.ts'
import { toCompletion } from './offer/assistants-offer.ts'
import type { CallContext, McpOffer } from './offer/mcp-offer.ts'

/**
 * What the protocol's conformance suite wants to find on a server: things with set names that no real one has. They are given to our door as
 * the assistants are, so that the suite looks at the door's own code.
 */

type Given = Record<string, unknown>
type Call = (context: CallContext, given: Given) => CallToolResult | Promise<CallToolResult>

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='

const text = (words: string) => ({ type: 'text' as const, text: words })
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' }
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
})

async function elicit(
  { ask, can }: CallContext,
  message: string,
  requestedSchema: ElicitRequestFormParams['requestedSchema'],
): Promise<CallToolResult> {
  if (!can.elicitation) throw new AppError('bad_request', 'This client can’t ask its user')
  const params = { message, requestedSchema }
  const { action, content } = await ask({ method: 'elicitation/create', params }, ElicitResultSchema)
  return { content: [text(`Said: ${action} ${JSON.stringify(content)}`)] }
}

const options = (...names: string[]) => names.map((name) => ({ const: name, title: `The ${name}` }))

const TOOLS: Readonly<Record<string, Call>> = {
  test_simple_text: () => ({ content: [text('A text.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({ content: [resource('test://embedded', 'text/plain', 'Embedded.')] }),
  test_multiple_content_types: () => ({
    content: [text('Several:'), image, resource('test://mixed', 'application/json', '{"a":1}')],
  }),
  test_error_handling: () => Promise.reject(new AppError('bad_request', 'This tool always fails')),
  async test_tool_with_logging({ note }) {
    for (const words of ['begun', 'at work', 'done']) {
      note('info', words)
      await pause(20)
    }
    return { content: [text('Logged.')] }
  },
  async test_tool_with_progress({ tell }) {
    for (const words of ['begun', 'at work', 'done']) {
      tell(words)
      await pause(20)
    }
    return { content: [text('Told.')] }
  },
  async test_sampling({ ask, can }, { prompt }) {
    if (!can.sampling) throw new AppError('bad_request', 'This client lends no model')
    const messages = [{ role: 'user' as const, content: text(String(prompt)) }]
    const params = { messages, maxTokens: 100 }
    const reply = await ask({ method: 'sampling/createMessage', params }, CreateMessageResultSchema)
    return { content: [text(`It said: ${JSON.stringify(reply.content)}`)] }
  },
  test_elicitation: (context, { message }) =>
    elicit(context, String(message), {
      type: 'object',
      properties: { username: { type: 'string' }, email: { type: 'string' } },
      required: ['username', 'email'],
    }),
  test_elicitation_sep1034_defaults: (context) =>
    elicit(context, 'With defaults', {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    }),
  test_elicitation_sep1330_enums: (context) =>
    elicit(context, 'With choices', {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: ['option1', 'option2'] },
        titledSingle: { type: 'string', oneOf: options('value1', 'value2') },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['One', 'Two'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2'] } },
        titledMulti: { type: 'array', items: { anyOf: options('value1', 'value2') } },
      },
    }),
  json_schema_2020_12_tool: () => ({ content: [text('A schema.')] }),
}

const SCHEMA_2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: { address: { type: 'object', properties: { street: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
}

const PROMPTS: Readonly<Record<string, (given: Record<string, string>) => GetPromptResult['messages']>> = {
  test_simple_prompt: () => [{ role: 'user', content: text('A prompt.') }],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [{ role: 'user', content: text(`${arg1} and ${arg2}`) }],
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => [
    { role: 'user', content: resource(resourceUri, 'text/plain', 'Embedded.') },
  ],
  test_prompt_with_image: () => [{ role: 'user', content: image }],
}

function read(uri: string): ReadResourceResult['contents'][number] {
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1]
  if (id) return { uri, mimeType: 'application/json', text: JSON.stringify({ id }) }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL }
  if (uri === 'test://static-text' || uri === 'test://watched-resource')
    return { uri, mimeType: 'text/plain', text: 'A resource.' }
  throw notFound('Resource')
}

/** `changes` can be raised by a test, to have the lists and the watched resource change. */
export function createConformanceOffer(changes = { tools: 0, resources: 0, watched: 0 }): McpOffer {
  const toMark = (count: number) => `mark-of-${String(count).padStart(4, '0')}`
  return {
    instructions: 'Fixtures.',
    listTools: async () => ({
      tools: Object.keys(TOOLS).map((name) => ({
        name,
        description: name,
        inputSchema: name === 'json_schema_2020_12_tool' ? SCHEMA_2020 : { type: 'object' as const },
      })),
    }),
    async callTool(_caller, name, args, context) {
      const call = TOOLS[name]
      if (!call) throw notFound('Tool')
      return call(context, { ...(args ?? {}) })
    },
    listPrompts: async () => ({
      prompts: Object.keys(PROMPTS).map((name) => ({ name, description: name })),
    }),
    async getPrompt(_caller, name, args = {}) {
      const make = PROMPTS[name]
      if (!make) throw notFound('Prompt')
      return { messages: make(args) }
    },
    listResources: async () => ({
      resources: ['test://static-text', 'test://static-binary'].map((uri) => ({ uri, name: uri })),
    }),
    listTemplates: () => ({
      resourceTemplates: [{ name: 'template', uriTemplate: 'test://template/{id}/data' }],
    }),
    readResource: async (_caller, uri) => ({ contents: [read(uri)] }),
    complete: async () => toCompletion(['one', 'two']),
    markOf: async (_caller, uri) => read(uri) && toMark(changes.watched),
    look: async () => ({
      tools: toMark(changes.tools),
      prompts: toMark(0),
      resources: toMark(changes.resources),
    }),
  }
}
