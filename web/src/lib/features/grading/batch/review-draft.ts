import type { GradedWorkDetail } from '@bellwether/wire'

/** What a person can change about a grade. Levels and comments are by the id of their criterion. */
export interface ReviewDraft {
  levels: Record<string, string>
  comments: Record<string, string>
  feedback: string
}

export const toDraft = ({
  grades,
  feedback,
}: Pick<GradedWorkDetail, 'grades' | 'feedback'>): ReviewDraft => ({
  levels: Object.fromEntries(grades.map(({ criterion_id, level }) => [criterion_id, level ?? ''])),
  comments: Object.fromEntries(grades.map(({ criterion_id, comment }) => [criterion_id, comment])),
  feedback,
})

/** The new grade, with what the person has changed in the one before. Pure. */
export function withNews(draft: ReviewDraft, before: ReviewDraft, now: ReviewDraft): ReviewDraft {
  const merge = (
    mine: Record<string, string>,
    old: Record<string, string>,
    news: Record<string, string>,
  ) => ({
    ...news,
    ...Object.fromEntries(Object.entries(mine).filter(([id, text]) => text !== old[id])),
  })
  return {
    levels: merge(draft.levels, before.levels, now.levels),
    comments: merge(draft.comments, before.comments, now.comments),
    feedback: draft.feedback === before.feedback ? now.feedback : draft.feedback,
  }
}
