import type { MoodleClient } from './moodle-client.ts'
import { isOff, type MoodleModule, type MoodleSection } from './moodle-records.ts'

/**
 * The sections and activities of a course that everyone in it may see. Moodle answers for the token, not for the person
 * who asks: the token may be exempt from conditions, or meet those that the person does not. So what has a condition is
 * left out; only the dates of activities are evaluated, by Moodle.
 */
export async function openContents(moodle: MoodleClient, courseId: number): Promise<MoodleSection[]> {
  const [sections, { sections: openSections, activities }] = await Promise.all([
    moodle.contentsOf(courseId),
    moodle.openToAll(courseId),
  ])
  const open = sections
    .filter((section) => isShown(section) && openSections.has(section.id ?? 0))
    .map((section) => ({
      ...section,
      modules: section.modules.filter((module) => isShown(module) && activities.has(module.id)),
    }))
  const top = open.filter(({ component }) => !component)
  const holders = new Set(top.flatMap(({ modules }) => modules.map(holderOf)))
  return open.filter(
    (section) => top.includes(section) || holders.has(`${section.component} ${section.itemid}`),
  )
}

/** The ids of the activities. */
export const idsIn = (sections: readonly MoodleSection[]): Set<number> =>
  new Set(sections.flatMap(({ modules }) => modules.map(({ id }) => id)))

/** How a section inside an activity refers to that activity. */
const holderOf = ({ modname, instance }: MoodleModule): string => `mod_${modname} ${instance}`

type Visibility = Pick<MoodleSection, 'visible' | 'uservisible' | 'availabilityinfo'>

const isShown = ({ visible, uservisible, availabilityinfo }: Visibility): boolean =>
  !isOff(visible) && !isOff(uservisible) && !availabilityinfo?.trim()
