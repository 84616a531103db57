import type { Db } from '../../../platform/db/db.ts'
import type { AnswerFacts } from './answer-facts.ts'

/** Replaces the facts about an answer. Only within the transaction that saves it. */
export async function saveAnswerFacts(
  tx: Db,
  messageId: string,
  { documents, results }: Pick<AnswerFacts, 'documents' | 'results'>,
): Promise<void> {
  const message_id = messageId
  await tx.deleteFrom('answer_documents').where('message_id', '=', messageId).execute()
  await tx.deleteFrom('rubric_results').where('message_id', '=', messageId).execute()
  if (documents.length > 0)
    await tx
      .insertInto('answer_documents')
      .values(documents.map((file_id) => ({ message_id, file_id })))
      .execute()
  if (results.length > 0)
    await tx
      .insertInto('rubric_results')
      .values(results.map((result) => ({ message_id, ...result })))
      .execute()
}
