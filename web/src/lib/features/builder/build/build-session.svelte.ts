import type { Proposal, ProposedFields, RunTests } from '@bellwether/wire'
import type { BodyOf } from '@bellwether/wire/client/operations'
import { Conversation } from '$features/chat/conversation.svelte.ts'
import { newMessage } from '$features/chat/message.ts'
import { api, stream } from '$lib/api'
import type { AssistantForm } from '../form/assistant-form.svelte.ts'
import { applyChanges, reverse, toBuildDraft, withChanges } from './form-changes.ts'

/** The chat “Build it with me” of one form. Accepted changes go into the form, where they can be undone and saved. */
export class BuildSession {
  id = $state<string>()
  proposals = $state.raw<Proposal[]>([])
  /** The proposal whose changes are in the form, until they are undone. */
  applied = $state<number>()
  error = $state.raw<unknown>()
  isDeciding = $state(false)
  readonly conversation: Conversation
  #form: AssistantForm
  #assistantId: number | undefined
  #isOpened = false

  /** `lastTrace`: the run that the person has tried last. */
  constructor(form: AssistantForm, lastTrace: () => string | undefined) {
    this.#form = form
    const start = () => this.#start()
    this.conversation = new Conversation(
      async function* ({ question: message, signal }) {
        const params = { id: await start() }
        const body = { message, draft: toBuildDraft(form), trace_id: lastTrace() }
        yield* stream('/creation-sessions/{id}/messages', { params, body, signal })
      },
      { onEnd: () => void this.#refresh() },
    )
  }

  /** The newest one, decided or not. Replaced ones are part of a newer one. */
  get proposal(): Proposal | undefined {
    return this.proposals.findLast(({ state }) => state !== 'replaced')
  }

  /** The saved assistant that the form is about. */
  get assistantId(): number | undefined {
    return this.#form.id
  }

  /** What tests run on: the form, with the changes that wait for a decision. */
  testedDraft(): NonNullable<RunTests['draft']> {
    const { proposal } = this
    const changes = proposal?.state === 'proposed' ? proposal.changes : []
    const {
      name: _name,
      description: _description,
      ...draft
    } = toBuildDraft({
      toKept: () => withChanges(this.#form, changes),
    })
    return draft as NonNullable<RunTests['draft']>
  }

  /** Shows the last chat about this assistant. */
  async open(): Promise<void> {
    const { id: assistantId } = this.#form
    if (this.#isOpened || assistantId === undefined) return
    this.#isOpened = true
    try {
      const query = { assistant_id: assistantId, limit: 1 }
      const { sessions } = await api.get('/creation-sessions', { query })
      const [last] = sessions
      if (!last || this.conversation.messages.length > 0) return
      const { messages, proposals } = await api.get('/creation-sessions/{id}', { params: { id: last.id } })
      this.id = last.id
      this.#assistantId = assistantId
      this.proposals = proposals.filter(({ state }) => state === 'proposed')
      this.conversation.messages = messages.map(({ id, role, content }) => newMessage(-id, role, content))
    } catch (error) {
      this.error = error
    }
  }

  clear(): void {
    this.conversation.clear()
    this.id = undefined
    this.proposals = []
    this.applied = undefined
    this.error = undefined
  }

  async accept(proposal: Proposal, fields?: ProposedFields): Promise<boolean> {
    const draft = toBuildDraft(this.#form)
    const decided = await this.#decide(proposal, { decision: 'accept', draft, ...(fields ? { fields } : {}) })
    if (!decided) return false
    this.apply(decided)
    return true
  }

  apply(proposal: Proposal): void {
    applyChanges(this.#form, proposal.changes)
    this.applied = proposal.id
  }

  async reject(proposal: Proposal): Promise<void> {
    await this.#decide(proposal, { decision: 'reject' })
  }

  /** Only the fields of the proposal; later edits of others stay. */
  undo(proposal: Proposal): void {
    applyChanges(this.#form, reverse(proposal.changes))
    this.applied = undefined
  }

  async #start(): Promise<string> {
    const { id: assistantId } = this.#form
    if (this.id === undefined) {
      const body = assistantId === undefined ? {} : { assistant_id: assistantId }
      this.id = (await api.post('/creation-sessions', { body })).id
    } else if (assistantId !== undefined && assistantId !== this.#assistantId) {
      // The new assistant has been saved in the meantime.
      await api.patch('/creation-sessions/{id}', {
        params: { id: this.id },
        body: { assistant_id: assistantId },
      })
    }
    this.#assistantId = assistantId
    return this.id
  }

  async #decide(
    proposal: Proposal,
    body: BodyOf<'post', '/creation-sessions/{id}/proposals/{proposal}'>,
  ): Promise<Proposal | undefined> {
    this.isDeciding = true
    this.error = undefined
    try {
      const { proposal: decided } = await api.post('/creation-sessions/{id}/proposals/{proposal}', {
        params: { id: this.id ?? '', proposal: proposal.id },
        body,
      })
      this.proposals = this.proposals.map((other) => (other.id === decided.id ? decided : other))
      return decided
    } catch (error) {
      await this.#refresh()
      this.error = error
      return undefined
    } finally {
      this.isDeciding = false
    }
  }

  async #refresh(): Promise<void> {
    if (this.id === undefined) return
    try {
      const { proposals } = await api.get('/creation-sessions/{id}', { params: { id: this.id } })
      this.proposals = proposals
      this.error = undefined
    } catch (error) {
      this.error = error
    }
  }
}
