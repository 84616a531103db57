import { type Message, say } from '@bellwether/wire'
import { isGuest } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Amounts, fitsInto, plus } from '../amounts.ts'
import { budgetRepository } from '../budget.repository.ts'
import { refusalMessage } from '../budget-messages.ts'
import { periodAt } from '../periods.ts'
import type { AppliedBudget } from '../rules.ts'
import { counterRepository, keyOf, spentOf } from './counter.repository.ts'
import type { SpendingContext } from './spending-deps.ts'

/** Approximate duration of an answer. */
const HELD_SECONDS = 10

/** Counts the refusal, for those who can raise the limit. Throws quota_exceeded, with the budget that is used up, when it resets, and whom to ask. */
export const createRefusals = (db: Db) =>
  async function refuse(
    refused: AppliedBudget,
    amounts: Amounts,
    context: SpendingContext,
    at: number,
  ): Promise<never> {
    const resetsAt = periodAt(refused.budget.period, at).end
    const [row] = await counterRepository.of(db, [keyOf(refused, at)])
    // Most reservations of other answers are released soon.
    const isOnlyHeld = fitsInto(plus(spentOf(row), amounts), refused.budget.maxima)
    const retryAfter = isOnlyHeld ? HELD_SECONDS : Math.max(1, resetsAt - at)
    if (!isOnlyHeld) await counterRepository.countRefusal(db, keyOf(refused, at))
    const forGuest = guestMessage(refused, context, isOnlyHeld)
    if (forGuest) throw new AppError('quota_exceeded', forGuest, { retryAfter })
    const contact = await contactFor(db, refused, context)
    const message = refusalMessage(refused, resetsAt, contact, isOnlyHeld)
    throw new AppError('quota_exceeded', message, { retryAfter })
  }

/** Guests are strangers: they learn nothing about the organization, its admins or its money. */
function guestMessage(
  { budget }: AppliedBudget,
  { caller }: SpendingContext,
  isOnlyHeld: boolean,
): Message | undefined {
  if (budget.classLinkId === null)
    return caller && isGuest(caller) ? say('class_links.assistant_limit') : undefined
  if (isOnlyHeld) return say('class_links.busy')
  const { requests } = budget.maxima
  return budget.perUser && requests !== null
    ? say('class_links.daily_questions', { limit: requests })
    : say('class_links.budget_used')
}

/** Whom to ask for more. Members of the organization get e-mail addresses; others get names. */
async function contactFor(
  db: Db,
  { budget }: AppliedBudget,
  { caller, assistant: { ownerId, organizationId } }: SpendingContext,
): Promise<Message> {
  if (budget.ofSystemProviders) return say('budgets.contact_system_admin')
  const isOwners = budget.setBy === 'owner' && ownerId !== null
  const owner = isOwners ? await budgetRepository.person(db, ownerId) : undefined
  const people = owner ? [owner] : await budgetRepository.admins(db, organizationId)
  const isMember = caller?.kind === 'user' && caller.organizationId === organizationId
  const names = people.map(({ name, email }) => (isMember ? `${name} (${email})` : name))
  return names.length > 0
    ? say('budgets.contact_people', { people: names.join(', ') })
    : say('budgets.contact_operator')
}
