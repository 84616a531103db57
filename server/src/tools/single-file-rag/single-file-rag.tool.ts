import { type Message, say } from '@bellwether/wire'
import * as z from 'zod'
import { defineBuiltIn } from '../built-in-tool.ts'
import { toFailed } from '../tool-failure.ts'

/** Reads the text of a user's file, or says why it can't. The files module confines paths and checks access. */
export type ReadOwnText = (
  owner: { userId: number; organizationId: number },
  path: string,
) => Promise<{ ok: true; text: string; name: string } | { ok: false; reason: string | Message }>

/** Puts a whole file of the assistant's owner into the prompt. */
export const singleFileRagTool = (readOwnText: ReadOwnText) =>
  defineBuiltIn({
    name: 'single_file_rag',
    aliases: ['single_file'],
    category: 'context',
    lamb: {
      title: 'Single File Context',
      description: 'Injects the contents of a file as context',
      category: 'file',
    },
    version: '1.0',
    config: z.object({
      file_path: z
        .string(say('tools.choose_file').text)
        .trim()
        .min(1, say('tools.choose_file').text)
        .max(500)
        .meta({ widget: 'file-picker' }),
      max_chars: z.number().int().min(1).max(5_000_000).default(50_000),
    }),
    input: z.object({}),
    inject: {
      placeholder: 'file',
      input: () => ({}),
      status: ({ file_path: path }) => `reading file ${path}`,
    },
    call: {
      functionName: () => 'read_course_file',
      describe: (config) => `Reads the file ${config.file_path}.`,
    },
    targets: ({ file_path: path }) => [{ kind: 'file', id: path }],
    async run({ config, assistant }) {
      const owner = { userId: assistant.ownerId, organizationId: assistant.organizationId }
      const file = await readOwnText(owner, config.file_path)
      if (!file.ok) return toFailed(file.reason)
      // As LAMB reads files: Windows' line ends are line feeds in the prompt.
      const text = file.text.replaceAll(/\r\n?/g, '\n')
      const truncated = text.length > config.max_chars
      const content = truncated ? text.slice(0, config.max_chars) : text
      // No `title`: LAMB's prompt lists a single file as "Unknown", and a classic prompt must stay the same,
      // byte for byte.
      const source = {
        type: 'file',
        path: config.file_path,
        chars: content.length,
        truncated,
        source: config.file_path,
        name: file.name,
        similarity: 0,
      }
      const note = say('reasons.file_cut', { used: content.length, length: text.length })
      return { ok: true, content, sources: [source], metadata: { truncated, ...(truncated ? { note } : {}) } }
    },
  })
