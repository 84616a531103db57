import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import {
  addIndex,
  belongsTo,
  createTableMaker,
  doneBy,
  isFlag,
  isOneOf,
  required,
  type TableMaker,
  withDefault,
} from './columns.ts'
import type { Migration } from './migration.ts'

/** LTI Advantage: deep links, courses with their members, grades, and more about each launch. */
export const ltiServices: Migration = {
  name: '0039-lti-services',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const make = createTableMaker(db, kind)
    await createLinks(db, make)
    await createCourses(db, make)
    await createGrades(db, make)
    await describeLaunches(db)
  },
}

async function createLinks(db: Kysely<unknown>, { table, long }: TableMaker) {
  await table('lti_links')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', long, belongsTo('organizations.id'))
    .addColumn('assistant_id', long, belongsTo('assistants.id'))
    .addColumn('title', 'text', required)
    .addColumn('created_by', long, doneBy('users.id'))
    .addColumn('created_at', long, required)
    .execute()
  await addIndex(db, 'lti_links_by_organization', 'lti_links', ['organization_id'])
  await addIndex(db, 'lti_links_by_assistant', 'lti_links', ['assistant_id'])
  await addIndex(db, 'lti_links_by_creator', 'lti_links', ['created_by'])
}

async function createCourses(db: Kysely<unknown>, { withId, table, long }: TableMaker) {
  await withId('courses')
    .addColumn('organization_id', long, belongsTo('organizations.id'))
    .addColumn('source_key', 'text', required)
    .addColumn('platform_id', long, (column) => column.references('lti_platforms.id').onDelete('cascade'))
    .addColumn('provider_id', 'text', (column) =>
      column.references('sign_in_providers.id').onDelete('cascade'),
    )
    .addColumn('deployment_id', 'text', required)
    .addColumn('context_id', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('memberships_url', 'text', withDefault(''))
    .addColumn('checked_at', long)
    .addColumn('problem', 'text')
    .addColumn('refresh_at', long)
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addUniqueConstraint('courses_key', ['organization_id', 'source_key'])
    .execute()
  await addIndex(db, 'courses_by_organization', 'courses', ['organization_id', 'id'])
  await addIndex(db, 'courses_by_platform', 'courses', ['platform_id'])
  await addIndex(db, 'courses_by_provider', 'courses', ['provider_id'])
  await addIndex(db, 'courses_by_refresh', 'courses', ['refresh_at'])
  await table('course_members')
    .addColumn('course_id', long, belongsTo('courses.id'))
    .addColumn('lms_user_id', 'text', required)
    .addColumn('name', 'text', withDefault(''))
    .addColumn('role', 'text', required)
    .addColumn('launch_role', 'text')
    .addColumn('user_id', long, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('enrolled', 'integer', withDefault(1))
    .addColumn('last_launch_at', long)
    .addColumn('updated_at', long, required)
    .addPrimaryKeyConstraint('course_members_pk', ['course_id', 'lms_user_id'])
    .addCheckConstraint('course_members_role', isOneOf('role', ['student', 'staff', 'test', 'other']))
    .addCheckConstraint('course_members_launch_role', isOneOf('launch_role', ['student', 'staff', 'test']))
    .addCheckConstraint('course_members_enrolled', isFlag('enrolled'))
    .execute()
  await addIndex(db, 'course_members_by_user', 'course_members', ['user_id'])
  await table('course_activities')
    .addColumn('course_id', long, belongsTo('courses.id'))
    .addColumn('activity_id', long, belongsTo('lti_activities.id'))
    .addPrimaryKeyConstraint('course_activities_key', ['course_id', 'activity_id'])
    .execute()
  await addIndex(db, 'course_activities_by_activity', 'course_activities', ['activity_id'])
}

async function createGrades(db: Kysely<unknown>, { withId, table, long }: TableMaker) {
  await table('lti_grade_targets')
    .addColumn('activity_id', long, (column) =>
      column.primaryKey().notNull().references('lti_activities.id').onDelete('cascade'),
    )
    .addColumn('platform_id', long, belongsTo('lti_platforms.id'))
    .addColumn('course_id', long, belongsTo('courses.id'))
    .addColumn('resource_link_id', 'text', required)
    .addColumn('line_item_url', 'text', withDefault(''))
    .addColumn('line_items_url', 'text', withDefault(''))
    .addColumn('creating_until', long, withDefault(0))
    .addColumn('scopes', 'text', withDefault(''))
    .addColumn('updated_at', long, required)
    .execute()
  await addIndex(db, 'lti_grade_targets_by_platform', 'lti_grade_targets', ['platform_id', 'updated_at'])
  await addIndex(db, 'lti_grade_targets_by_course', 'lti_grade_targets', ['course_id'])
  await withId('lti_grades')
    .addColumn('activity_id', long, belongsTo('lti_activities.id'))
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('lms_user_id', 'text', required)
    .addColumn('proposal', 'text')
    .addColumn('score', long)
    .addColumn('max_score', long, required)
    .addColumn('comment', 'text', withDefault(''))
    .addColumn('state', 'text', required)
    .addColumn('revision', 'integer', withDefault(0))
    .addColumn('attempts', 'integer', withDefault(0))
    .addColumn('next_at', long)
    .addColumn('give_up_at', long)
    .addColumn('problem', 'text')
    .addColumn('accepted_by', long, doneBy('users.id'))
    .addColumn('accepted_ms', long)
    .addColumn('sent_at', long)
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addUniqueConstraint('lti_grades_student', ['activity_id', 'user_id'])
    .addCheckConstraint('lti_grades_state', isOneOf('state', ['proposed', 'waiting', 'sent', 'failed']))
    .execute()
  await addIndex(db, 'lti_grades_due', 'lti_grades', ['state', 'next_at'])
  await addIndex(db, 'lti_grades_by_user', 'lti_grades', ['user_id'])
  await addIndex(db, 'lti_grades_by_teacher', 'lti_grades', ['accepted_by'])
}

async function describeLaunches(db: Kysely<unknown>) {
  const launches = () => db.schema.alterTable('lti_launches')
  await launches().addColumn('version', 'text', withDefault('1.3')).execute()
  await launches().addColumn('field', 'text', withDefault('')).execute()
}
