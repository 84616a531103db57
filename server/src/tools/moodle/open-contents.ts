import * as z from 'zod'
import { nowSeconds } from '../../platform/clock.ts'
import type { MoodleClient } from './moodle-client.ts'
import { isOff, type MoodleModule, type MoodleSection } from './moodle-records.ts'

/**
 * The sections and activities of a course that everyone in it may see. Moodle answers for the token, which sees what is
 * hidden and may be exempt from conditions, not for the person who asks: what has a condition is left out, unless it
 * depends on nothing but the date.
 */
export async function openContents(moodle: MoodleClient, courseId: number): Promise<MoodleSection[]> {
  const sections = await moodle.contentsOf(courseId)
  // A token that sees the conditions of activities may be exempt from those of sections, which only the state names.
  const seesConditions = sections.some(({ modules }) =>
    modules.some(({ availability }) => availability !== undefined),
  )
  const unrestricted = seesConditions ? await moodle.unrestrictedSections(courseId) : undefined
  const open = sections
    .filter((section) => isShown(section) && unrestricted?.has(section.id ?? 0) !== false)
    .map((section) => ({ ...section, modules: section.modules.filter(isOpen) }))
  const top = open.filter(({ component }) => !component)
  const holders = new Set(top.flatMap(({ modules }) => modules.map(holderOf)))
  return open.filter(
    (section) => top.includes(section) || holders.has(`${section.component} ${section.itemid}`),
  )
}

/** The ids of the activities. */
export const idsIn = (sections: readonly MoodleSection[]): Set<number> =>
  new Set(sections.flatMap(({ modules }) => modules.map(({ id }) => id)))

/** As a section inside an activity names it. */
const holderOf = ({ modname, instance }: MoodleModule): string => `mod_${modname} ${instance}`

type Visibility = Pick<MoodleSection, 'visible' | 'uservisible' | 'availabilityinfo'>

const isShown = ({ visible, uservisible, availabilityinfo }: Visibility): boolean =>
  !isOff(visible) && !isOff(uservisible) && !availabilityinfo?.trim()

const isOpen = (module: MoodleModule): boolean =>
  isShown(module) && (!module.availability?.trim() || isMetByAll(module.availability))

const conditionSchema = z.union([
  z.object({ type: z.literal('date'), d: z.enum(['>=', '<']), t: z.number() }),
  z.object({
    op: z.enum(['&', '|']),
    get c() {
      return z.array(conditionSchema)
    },
  }),
])
type Condition = z.infer<typeof conditionSchema>

/** Whether the conditions depend on the date only, and hold now. */
function isMetByAll(availability: string): boolean {
  try {
    return isMet(conditionSchema.parse(JSON.parse(availability)), nowSeconds())
  } catch {
    // Other conditions, or none that we can read.
    return false
  }
}

function isMet(condition: Condition, now: number): boolean {
  if ('type' in condition) return condition.d === '<' ? now < condition.t : now >= condition.t
  const { op, c } = condition
  return op === '&' ? c.every((part) => isMet(part, now)) : c.some((part) => isMet(part, now))
}
