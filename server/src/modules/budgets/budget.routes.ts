import {
  budgetChangeSchema,
  budgetListSchema,
  budgetSchema,
  DONE,
  doneSchema,
  idSchema,
  newAssistantBudgetSchema,
  newBudgetSchema,
  slugParamSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { toSlug } from '../organizations/index.ts'
import type { BudgetService } from './budget.service.ts'

const common = { tag: 'Budgets', access: 'user' } as const
const byId = z.object({ id: idSchema })

export const createBudgetRoutes = ({ budgets }: { budgets: BudgetService }): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: '/organizations/{slug}/budgets',
    summary: 'List the budgets of an organization',
    description: 'With their usage. Requires an admin of the organization.',
    params: slugParamSchema,
    answer: budgetListSchema,
    handle: async ({ caller, params }) => ({ budgets: await budgets.list(caller, toSlug(params.slug)) }),
  }),
  endpoint({
    ...common,
    method: 'POST',
    audited: true,
    path: '/organizations/{slug}/budgets',
    summary: 'Create a budget',
    description: 'Limits the organization, an assistant, each person or one person per day or month (UTC).',
    params: slugParamSchema,
    body: newBudgetSchema,
    answer: budgetSchema,
    status: 201,
    handle: ({ caller, params, body }) => budgets.create(caller, toSlug(params.slug), body),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: '/assistants/{id}/budgets',
    summary: 'List the budgets of an assistant',
    description: 'The budgets that the organization and the owner have set for it.',
    params: byId,
    answer: budgetListSchema,
    handle: async ({ caller, params }) => ({ budgets: await budgets.listOfAssistant(caller, params.id) }),
  }),
  endpoint({
    ...common,
    method: 'POST',
    audited: true,
    path: '/assistants/{id}/budgets',
    summary: 'Create a budget for an assistant',
    description:
      'Limits your own assistant, or each person who uses it, within the limits of the organization.',
    params: byId,
    body: newAssistantBudgetSchema,
    answer: budgetSchema,
    status: 201,
    handle: ({ caller, params, body }) => budgets.createOnAssistant(caller, params.id, body),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: '/budgets/{id}',
    summary: 'Get a budget',
    description: 'The budget and how much of it is used.',
    params: byId,
    answer: budgetSchema,
    handle: ({ caller, params }) => budgets.get(caller, params.id),
  }),
  endpoint({
    ...common,
    method: 'PATCH',
    audited: true,
    path: '/budgets/{id}',
    summary: 'Update a budget',
    description: 'Changes the limit, or the point at which assistants switch to a cheaper model.',
    params: byId,
    body: budgetChangeSchema,
    answer: budgetSchema,
    handle: ({ caller, params, body }) => budgets.change(caller, params.id, body),
  }),
  endpoint({
    ...common,
    method: 'DELETE',
    audited: true,
    path: '/budgets/{id}',
    summary: 'Delete a budget',
    description: 'Also deletes what was counted for it.',
    params: byId,
    answer: doneSchema,
    async handle({ caller, params }) {
      await budgets.delete(caller, params.id)
      return DONE
    },
  }),
]
