import type { FieldChange, Proposal } from '@bellwether/wire'
import type { ProposalService } from '../../../modules/creation-sessions/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { isAppError } from '../../../platform/errors.ts'
import { serverTexts } from '../../../platform/texts/server-texts.ts'
import type { AacTexts } from './texts.ts'

export type Decision = 'accept' | 'reject'

/** Whether the message of the person is a decision, and nothing else. The model has no say in it. Pure. */
export function readDecision(message: string, texts: AacTexts): Decision | undefined {
  const words = toPlainWords(message)
  // Clients of LAMB may show their own English words.
  const isOneOf = (list: 'acceptWords' | 'rejectWords') =>
    [texts, serverTexts('en').creation].some((own) => own[list].split(', ').map(toPlainWords).includes(words))
  if (isOneOf('acceptWords')) return 'accept'
  return isOneOf('rejectWords') ? 'reject' : undefined
}

const toPlainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, '')
    .trim()

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
    return decision === 'accept' ? texts.saved({ id: String(id) }) : texts.rejected
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

const showChange = ({ field, from, to }: FieldChange, texts: AacTexts): string => {
  const [before, after] = [textOf(from), textOf(to)]
  const start = Math.max(0, firstDifference(before, after) - LEAD)
  return `**${field.replace('metadata.', '')}**\n\n${texts.before}\n${quote(before, start, texts)}\n\n${texts.after}\n${quote(after, start, texts)}`
}

/** What is shown before the first difference of long texts. */
const LEAD = 200

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return a.length <= MAX_VALUE_LENGTH && b.length <= MAX_VALUE_LENGTH ? 0 : at
}

const textOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** As a quotation, so that the text can't look like a part of the message. Says how much of it is left out. */
function quote(text: string, start: number, { empty, left }: AacTexts): string {
  const excerpt = text.slice(start, start + MAX_VALUE_LENGTH)
  const rest = text.length - start - excerpt.length
  const parts = [
    start > 0 ? left({ count: start }) : '',
    excerpt || (text === '' ? empty : ''),
    rest > 0 ? left({ count: rest }) : '',
  ]
  return `> ${parts.filter(Boolean).join('\n').replaceAll('\n', '\n> ')}`
}
