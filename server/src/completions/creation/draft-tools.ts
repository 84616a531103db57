import { CREATION_LIMITS, type ProposedFields, parseMetadata, proposedFieldsSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type ProposalService, readSettings } from '../../modules/creation-sessions/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { CalledTool } from '../tools/called-tools.ts'
import { type AgentResult, toAgentFunction } from './agent-tool.ts'
import type { Turn } from './turn.ts'

export interface DraftToolDeps {
  proposals: Pick<ProposalService, 'propose' | 'open'>
}

const CLASSIC =
  'This is a classic assistant, which has one source instead of a list of tools. Its tools can’t be changed here: the educator can convert it to a multi-tool assistant in the builder.'

/** Reading the draft, and proposing changes. Neither changes the assistant. */
export const draftTools = (deps: DraftToolDeps, turn: Turn): CalledTool[] => [
  toAgentFunction(turn, {
    name: 'read_draft',
    description: 'Returns the assistant as it is in the editor, with the open proposal if there is one.',
    input: z.object({}),
    run: async () => ({ data: await readDraft(deps, turn), summary: 'Read the draft' }),
  }),
  proposeTool(deps, turn),
]

const proposalInput = proposedFieldsSchema.extend({
  summary: z
    .string()
    .trim()
    .min(1)
    .max(CREATION_LIMITS.summary)
    .transform((summary) => summary.replaceAll('\u0000', ''))
    .meta({ description: 'One sentence in the language of the educator: what changes and why' }),
})

function proposeTool(deps: DraftToolDeps, turn: Turn): CalledTool {
  // A model can make several calls at once, and each proposal contains the one before.
  let last: Promise<unknown> = Promise.resolve()
  return toAgentFunction(turn, {
    name: 'propose_changes',
    description:
      'Proposes changes to the assistant. The educator decides; nothing is saved. Give only the fields that change. “tools” is the whole list. A second proposal adds to the open one.',
    input: proposalInput,
    run({ summary, ...fields }) {
      const proposed = last.then(() => propose(deps, turn, summary, fields))
      last = proposed.catch(() => undefined)
      return proposed
    },
  })
}

async function readDraft({ proposals }: DraftToolDeps, { session, base }: Turn): Promise<object> {
  const { name, description, system_prompt, prompt_template, metadata } = base.form
  const open = await proposals.open(session.id)
  return {
    name,
    description,
    system_prompt,
    prompt_template,
    kind: isClassic(metadata) ? 'classic' : 'multi-tool',
    ...readSettings(metadata),
    is_saved: base.assistantId !== undefined,
    open_proposal: open ? { summary: open.summary, changes: open.changes } : null,
  }
}

async function propose(
  { proposals }: DraftToolDeps,
  { caller, session, base }: Turn,
  summary: string,
  fields: ProposedFields,
): Promise<AgentResult> {
  if (fields.tools && isClassic(base.form.metadata)) throw new AppError('bad_request', CLASSIC)
  const proposal = await proposals.propose(caller, session, base, { summary, fields })
  const { id, changes, warnings } = proposal
  return {
    data: {
      state: 'waiting for the decision of the educator, not saved',
      changed_fields: changes.map(({ field }) => field.replace('metadata.', '')),
      warnings: warnings.map(({ message }) => message),
    },
    summary,
    proposalId: id,
  }
}

function isClassic(metadata: string): boolean {
  const settings = parseMetadata(metadata)
  return settings !== undefined && settings.assistant_type === 'classic'
}
