import type { FieldChange, Proposal } from '@bellwether/wire'
import type { ProposalService } from '../../../modules/creation-sessions/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { isAppError } from '../../../platform/errors.ts'
import type { AacTexts } from './texts/index.ts'

export type Decision = 'accept' | 'reject'

const WORDS: Record<Decision, ReadonlySet<string>> = {
  accept: new Set([
    'accept',
    'accept it',
    'accept the proposal',
    'aceptar',
    'acepto',
    'acceptar',
    'accepto',
    'onartu',
  ]),
  reject: new Set([
    'reject',
    'reject it',
    'reject the proposal',
    'rechazar',
    'rechazo',
    'rebutjar',
    'rebutjo',
    'baztertu',
  ]),
}

/** Whether the message of the person is a decision, and nothing else. The model has no say in it. Pure. */
export function readDecision(message: string): Decision | undefined {
  const words = message
    .toLowerCase()
    .replace(/[.!“”«»"'’/]/g, '')
    .trim()
  if (WORDS.accept.has(words)) return 'accept'
  return WORDS.reject.has(words) ? 'reject' : undefined
}

/** Decides the open proposal. Returns the reply. */
export async function decideByMessage(
  proposals: Pick<ProposalService, 'open' | 'decide'>,
  caller: UserCaller,
  sessionId: string,
  decision: Decision,
  texts: AacTexts,
): Promise<string> {
  const open = await proposals.open(sessionId)
  if (!open) return texts.noProposal
  try {
    const { assistant_id: id } = await proposals.decide(caller, sessionId, open.id, { decision })
    return decision === 'accept' ? texts.saved(id) : texts.rejected
  } catch (error) {
    if (!isAppError(error)) throw error
    const now = await proposals.open(sessionId)
    return now ? `${error.message}\n\n${showProposal(now, texts)}` : error.message
  }
}

const MAX_VALUE_LENGTH = 2000

/** The real changes of a proposal, written by the server, because a model may describe them wrongly. */
export const showProposal = (
  { changes, warnings }: Pick<Proposal, 'changes' | 'warnings'>,
  texts: AacTexts,
): string =>
  [
    texts.proposed,
    ...changes.map((change) => showChange(change, texts)),
    ...warnings.map(({ message }) => `⚠️ ${message}`),
    texts.howToDecide,
  ].join('\n\n')

const showChange = ({ field, from, to }: FieldChange, { before, after, empty }: AacTexts): string =>
  `**${field.replace('metadata.', '')}**\n\n${before}\n${show(from, empty)}\n\n${after}\n${show(to, empty)}`

/** As a quotation, so that the text can't look like a part of the message. */
function show(value: unknown, empty: string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const shown = value === null || value === '' ? empty : text.slice(0, MAX_VALUE_LENGTH)
  return `> ${shown.replaceAll('\n', '\n> ')}`
}
