import type { TraceStep } from '@bellwether/wire'

export interface RanAsWords {
  you: string
  user: (id: string) => string
  nobody: string
  ranAs: (owner: string, asker: string) => string
  dataOf: (owners: string) => string
}

/** Pure. With whose rights a tool ran, for whom and on whose things; empty where all of that is the reader. */
export function ranAs(step: TraceStep, me: number | undefined, words: RanAsWords): string {
  if (step.kind !== 'tool' || !step.access) return ''
  const { ran_as, on_behalf_of, data_of } = step.access
  const nameOf = (id: number): string => (id === me ? words.you : words.user(String(id)))
  const asker =
    on_behalf_of === null
      ? words.nobody
      : on_behalf_of.replace(/^user (\d+)$/, (_all, id: string) => nameOf(Number(id)))
  const isMine = ran_as === me && asker === words.you && data_of.every((id) => id === me)
  if (isMine) return ''
  const line = words.ranAs(nameOf(ran_as), asker)
  return data_of.length === 0 ? line : `${line} · ${words.dataOf(data_of.map(nameOf).join(', '))}`
}
