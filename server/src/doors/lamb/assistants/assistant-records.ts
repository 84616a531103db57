import { toAssistantName, toReadableName } from '@bellwether/wire'
import { lambNameOf } from '../../../modules/assistants/index.ts'

/** LAMB's `name` has its own format; the name as typed is in a separate field. */
export const toLambRecord = <T extends { name: string; lamb_name: string }>({ lamb_name, ...record }: T) => ({
  ...record,
  name: lamb_name,
  display_name: record.name,
})

/** LAMB stores a new name unchanged. Its clients send the name with every save, usually the one they received. */
export function toLambNames(
  sent: string | undefined,
  row: { name: string; lamb_name: string | null; owner_id: number },
) {
  if (sent === undefined || sent.trim() === '') return { name: sent }
  if (sent === lambNameOf(row)) return { name: undefined }
  const lambName = toAssistantName(sent)
  return { name: toReadableName(lambName), lamb_name: lambName }
}
