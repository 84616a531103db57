import type { Db } from '../../../platform/db/db.ts'
import { preparedQuery } from '../../../platform/db/prepared.ts'

/** Everything that decides whether guests may use a link now. Runs on every request of a guest. */
const standing = preparedQuery(
  (db, p: { id: number }) =>
    db
      .selectFrom('class_links')
      .innerJoin('assistants', 'assistants.id', 'class_links.assistant_id')
      .innerJoin('organizations', 'organizations.id', 'assistants.organization_id')
      .leftJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
      .select([
        'class_links.assistant_id',
        'class_links.kind',
        'class_links.starts_at',
        'class_links.ends_at',
        'class_links.paused',
        'class_links.deleted_at',
        'assistants.deleted_at as assistant_deleted_at',
        'assistant_publications.oauth_consumer_name as published_name',
        'organizations.status as organization_status',
      ])
      .where('class_links.id', '=', p.id),
  { remember: 2000 },
)

export const guestLinkRepository = {
  standing: (db: Db, id: number) => standing.first(db, { id }),
}
