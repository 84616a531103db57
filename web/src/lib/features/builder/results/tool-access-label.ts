import type { TraceStep } from '@bellwether/wire'

export interface ToolAccessTexts {
  you: string
  user: (values: { id: string }) => string
  anonymous: string
  ranAs: (values: { owner: string; asker: string }) => string
  dataOf: (values: { owners: string }) => string
}

/** With whose permissions a tool ran, for whom, and whose data it read; empty if all of these are the user. Pure. */
export function toolAccessLabel(step: TraceStep, me: number | undefined, texts: ToolAccessTexts): string {
  if (step.kind !== 'tool' || !step.access) return ''
  const { ran_as, on_behalf_of, data_of } = step.access
  const nameOf = (id: number): string => (id === me ? texts.you : texts.user({ id: String(id) }))
  const asker =
    on_behalf_of === null
      ? texts.anonymous
      : on_behalf_of.replace(/^user (\d+)$/, (_all, id: string) => nameOf(Number(id)))
  const isMine = ran_as === me && asker === texts.you && data_of.every((id) => id === me)
  if (isMine) return ''
  const line = texts.ranAs({ owner: nameOf(ran_as), asker })
  return data_of.length === 0 ? line : `${line} · ${texts.dataOf({ owners: data_of.map(nameOf).join(', ') })}`
}
