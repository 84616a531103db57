import * as z from 'zod'
import { searchFiles } from '../../../modules/workspaces/index.ts'
import { defineBuiltIn } from '../../built-in-tool.ts'
import { COMMON, inWorkspace, type WorkspaceToolDeps } from '../workspace-tool.ts'

const NAME = 'search_files'
const MAX_HITS = 100
/** The model is shown 20,000 characters of a result. */
const MAX_CHARS = 15_000

/** Finds lines in the workspace's files that match a pattern. */
export const searchFilesTool = (deps: WorkspaceToolDeps) =>
  defineBuiltIn({
    ...COMMON,
    name: NAME,
    input: z.object({
      regex: z
        .string()
        .min(1)
        .max(1000)
        .meta({ description: 'A JavaScript regular expression, matched line by line' }),
      path: z
        .string()
        .max(1000)
        .default('')
        .meta({ description: 'The folder to search in; empty for the whole workspace' }),
      file_pattern: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Only files whose names match, such as *.py' }),
      case_sensitive: z.boolean().default(true),
    }),
    call: {
      functionName: () => NAME,
      describe: () =>
        'Search for a regular expression in all text files, line by line. Shows two lines around each hit.',
    },
    run: (run) =>
      inWorkspace(deps, NAME, 'see', run, async (workspace) => {
        const { regex, path, file_pattern: filePattern, case_sensitive: caseSensitive } = run.input
        const request = { path, regex, caseSensitive, filePattern, maxHits: MAX_HITS }
        const { hits, searched, more } = await searchFiles(workspace, request, run.signal)
        let room = MAX_CHARS
        const visibleHits = hits.filter(({ text }) => {
          room -= text.length + 60
          return room >= 0
        })
        return {
          type: 'search_files_result',
          results: visibleHits.map((hit) => ({ file: hit.path, line: hit.line, context: hit.text })),
          files_searched: searched,
          ...(more || visibleHits.length < hits.length ? { truncated: true } : {}),
        }
      }),
  })
