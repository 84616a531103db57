import * as z from 'zod'

export const approvalStateSchema = z.enum(['waiting', 'approved', 'rejected', 'expired'])

/** A tool call that waits for the approval of the person for whom it would run. */
export const approvalSchema = z.object({
  id: z.string(),
  assistant_id: z.number(),
  trace_id: z.string(),
  tool: z.string(),
  function: z.string().meta({ description: 'The name under which the model called it' }),
  description: z
    .string()
    .optional()
    .meta({ description: 'What the tool does, as described when it was set up' }),
  sent_to: z.string().optional().meta({
    description: 'Who outside this server gets the arguments: a host, or the name of an MCP server',
  }),
  input: z.record(z.string(), z.unknown()).meta({ description: 'The arguments of the call' }),
  state: approvalStateSchema,
  created_at: z.number(),
  expires_at: z.number().meta({ description: 'Unix seconds; rejected automatically if not decided by then' }),
})
export type ApprovalRecord = z.infer<typeof approvalSchema>
export const approvalListSchema = z.object({ approvals: z.array(approvalSchema) })

export const approvalDecisionSchema = z.object({
  decision: z.enum(['approve', 'reject']),
  input: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Only with `approve`: run it with these arguments instead' }),
  reason: z
    .string()
    .trim()
    .max(500)
    .optional()
    .meta({ description: 'Only with `reject`: the reason given to the model' }),
})
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>
