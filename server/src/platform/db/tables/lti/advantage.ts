/** An assistant that an educator has put into a course by deep linking. Copies of the course keep the id. */
export interface LtiLinkTable {
  id: string
  organization_id: number
  assistant_id: number
  title: string
  created_by: number | null
  created_at: number
}
