import type {
  AcceptedWorks,
  AcceptWorks,
  GradedWorkDetail,
  Grading,
  GradingAgreement,
  GradingDetail,
  GradingEstimate,
  GradingKind,
  StartGrading,
  WorkGrade,
  WorkReview,
} from '@bellwether/wire'
import { untyped as api, upload } from '$lib/api'
import { format } from '$lib/i18n'

/** API calls for gradings. Pages have the same paths as the API. */
export const gradingsPath = (rubric: string): string => `/rubrics/${rubric}/gradings`
export const gradingPath = (rubric: string, grading: number | string): string =>
  `${gradingsPath(rubric)}/${grading}`
const workPath = (rubric: string, grading: number, work: number): string =>
  `${gradingPath(rubric, grading)}/works/${work}`

/** Gradings without a name are named after their kind and date. */
export const titleOf = (
  { name, kind, created_at }: Pick<Grading, 'name' | 'kind' | 'created_at'>,
  kinds: Record<GradingKind, string>,
): string => name || `${kinds[kind]}, ${format.dateTime(created_at)}`

export interface NewGrading {
  kind: GradingKind
  name: string
  model: string | null
  assistant_id: number | null
  language: string
}

export const listGradings = async (rubric: string, signal: AbortSignal): Promise<Grading[]> =>
  (await api.get<{ gradings: Grading[] }>(gradingsPath(rubric), { signal })).gradings
export const createGrading = (rubric: string, draft: NewGrading): Promise<Grading> =>
  api.post(gradingsPath(rubric), draft)
export const readGrading = (rubric: string, grading: string, signal: AbortSignal): Promise<GradingDetail> =>
  api.get(gradingPath(rubric, grading), { signal })
export const deleteGrading = (rubric: string, grading: number): Promise<unknown> =>
  api.delete(gradingPath(rubric, grading))
/** Without `max_cost`, the limit stays as it is. */
export const startGrading = (
  rubric: string,
  grading: number,
  limit: StartGrading = {},
): Promise<GradingDetail> => api.post(`${gradingPath(rubric, grading)}/start`, limit)
export const estimateGrading = (
  rubric: string,
  grading: number,
  signal?: AbortSignal,
): Promise<GradingEstimate> => api.get(`${gradingPath(rubric, grading)}/estimate`, signal ? { signal } : {})
export const cancelGrading = (rubric: string, grading: number): Promise<GradingDetail> =>
  api.post(`${gradingPath(rubric, grading)}/cancel`)
export const repeatCalibration = (rubric: string, grading: number): Promise<Grading> =>
  api.post(`${gradingPath(rubric, grading)}/again`)
export const exportGrades = (rubric: string, grading: number): Promise<void> =>
  api.download(`${gradingPath(rubric, grading)}/export.csv`, 'grades.csv')
export const readAgreement = (
  rubric: string,
  grading: number,
  signal: AbortSignal,
): Promise<GradingAgreement> => api.get(`${gradingPath(rubric, grading)}/agreement`, { signal })

/** A file or a pasted text. */
export type WorkSource = { file: File } | { name: string; text: string }

export function addWork(
  rubric: string,
  grading: number,
  source: WorkSource,
  signal: AbortSignal,
): Promise<unknown> {
  const path = `${gradingPath(rubric, grading)}/works`
  if (!('file' in source)) return api.post(path, source, { signal })
  const form = new FormData()
  form.append('file', source.file)
  return upload(path, form, { signal })
}

export const readWork = (
  rubric: string,
  grading: number,
  work: number,
  signal?: AbortSignal,
): Promise<GradedWorkDetail> => api.get(workPath(rubric, grading, work), { signal })
export const reviewWork = (
  rubric: string,
  grading: number,
  work: number,
  review: WorkReview,
): Promise<GradedWorkDetail> => api.put(`${workPath(rubric, grading, work)}/review`, review)
export const acceptWorks = async (
  rubric: string,
  grading: number,
  works: AcceptWorks['works'],
  accepted = true,
): Promise<AcceptedWorks['results']> =>
  (await api.post<AcceptedWorks>(`${gradingPath(rubric, grading)}/works/accept`, { works, accepted })).results
export const gradeByHand = (
  rubric: string,
  grading: number,
  work: number,
  grades: readonly WorkGrade[],
): Promise<GradedWorkDetail> => api.put(`${workPath(rubric, grading, work)}/hand-grades`, { grades })
