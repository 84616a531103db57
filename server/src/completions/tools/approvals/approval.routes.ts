import { approvalDecisionSchema, approvalListSchema, approvalSchema, say } from '@bellwether/wire'
import * as z from 'zod'
import { forwardedUser } from '../../../platform/asking-person.ts'
import { badRequest } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { issueMessage } from '../../../platform/http/plain-issue.ts'
import type { ToolRegistry } from '../../../tools/registry.ts'
import type { Tool } from '../../../tools/tool.ts'
import type { Approvals } from './approvals.ts'

const tag = 'Approvals'
const params = z.object({ id: z.string().min(1).max(100) })

interface ApprovalRoutesDeps {
  approvals: Approvals
  tools: Pick<ToolRegistry, 'find'>
}

/** Checked before the decision is stored, while the input can still be corrected. */
function requireGoodInput(tool: Tool | undefined, input: unknown): void {
  const [issue] = tool?.input.safeParse(input).error?.issues ?? []
  if (issue)
    throw badRequest(
      say('answers.input_invalid', { path: issue.path.join('/'), problem: issueMessage(issue) }),
    )
}

/** Lists and decides tool calls that wait for approval. The person who asked the assistant decides, on any page. */
export const createApprovalRoutes = ({ approvals, tools }: ApprovalRoutesDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/approvals',
    tag,
    summary: 'List pending approvals',
    description: 'Tool calls that are waiting for your decision.',
    access: 'completion',
    answer: approvalListSchema,
    handle: async ({ caller, exchange }) => ({
      approvals: await approvals.list(caller, forwardedUser(exchange, caller)),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/approvals/{id}',
    tag,
    summary: 'Get an approval',
    description: 'A tool call that is waiting for your decision, with its arguments.',
    access: 'completion',
    params,
    answer: approvalSchema,
    handle: ({ caller, exchange, params }) =>
      approvals.get(caller, forwardedUser(exchange, caller), params.id),
  }),
  endpoint({
    method: 'POST',
    path: '/approvals/{id}',
    tag,
    summary: 'Approve or reject a tool call',
    description: 'You can change the arguments when approving. The waiting answer continues immediately.',
    access: 'completion',
    params,
    body: approvalDecisionSchema,
    answer: approvalSchema,
    handle: async ({ caller, exchange, params, body }) => {
      const endUser = forwardedUser(exchange, caller)
      if (body.input)
        requireGoodInput(tools.find((await approvals.get(caller, endUser, params.id)).tool), body.input)
      return approvals.decide(caller, endUser, params.id, body)
    },
  }),
]
