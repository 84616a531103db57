import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { courseRepository } from './course.repository.ts'
import { groupRepository } from './group.repository.ts'

const MAX_GROUPS = 50
const MAX_LENGTH = 255

export interface GroupMember {
  /** `isTrusted`: the operator's provider, which signs in members of every organization and is not in the table. */
  provider: { id: string; organizationId: number; isTrusted: boolean }
  /** Of the person at the provider. */
  subject: string
  user: { id: number; name: string; organization_id: number; user_type: 'creator' | 'end_user' }
  groups: readonly string[]
}

/** Courses that are groups of a sign-in provider. People join and leave them when they sign in. */
export const createGroupCourses = (db: Db) => ({
  async noteSignIn({ provider, subject, user, groups }: GroupMember): Promise<void> {
    // The courses belong to the provider's organization, and so must the person.
    if (!provider.isTrusted && user.organization_id !== provider.organizationId) return
    const organizationId = user.organization_id
    const providerId = provider.isTrusted ? null : provider.id
    const memberId = subject.slice(0, MAX_LENGTH)
    const now = nowSeconds()
    const titles = [...new Set(groups.map((group) => group.trim()))]
      .filter((group) => group !== '' && group.length <= MAX_LENGTH && !group.includes('\u0000'))
      .slice(0, MAX_GROUPS)
    const ids: number[] = []
    for (const title of titles) {
      const key = groupKeyOf(provider.id, title)
      await courseRepository.save(db, {
        organization_id: organizationId,
        source_key: key,
        platform_id: null,
        provider_id: providerId,
        deployment_id: '',
        context_id: title,
        title,
        checked_at: null,
        problem: null,
        refresh_at: null,
        created_at: now,
        updated_at: now,
      })
      const course = await courseRepository.findByKey(db, organizationId, key)
      if (!course) continue
      ids.push(course.id)
      await groupRepository.join(db, {
        course_id: course.id,
        lms_user_id: memberId,
        name: user.name,
        // Groups don't tell roles, so the account decides.
        role: user.user_type === 'creator' ? 'staff' : 'student',
        launch_role: null,
        user_id: user.id,
        last_launch_at: null,
        updated_at: now,
      })
    }
    await groupRepository.leaveOthers(db, providerId, { userId: user.id, memberId }, ids)
  },
})

export type GroupCourses = ReturnType<typeof createGroupCourses>

const groupKeyOf = (providerId: string, group: string): string =>
  JSON.stringify(['sign-in', providerId, group])
