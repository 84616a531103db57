import {
  budgetChangeSchema,
  budgetListSchema,
  budgetSchema,
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
    summary: 'The organization’s budgets, with what was used of them. For its admins.',
    params: slugParamSchema,
    answer: budgetListSchema,
    handle: async ({ caller, params }) => ({ budgets: await budgets.list(caller, toSlug(params.slug)) }),
  }),
  endpoint({
    ...common,
    method: 'POST',
    audited: true,
    path: '/organizations/{slug}/budgets',
    summary: 'Limit the organization, an assistant, each person or one person, by day or month (UTC).',
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
    summary: 'The budgets of an assistant: the organization’s and its owner’s.',
    params: byId,
    answer: budgetListSchema,
    handle: async ({ caller, params }) => ({ budgets: await budgets.listOfAssistant(caller, params.id) }),
  }),
  endpoint({
    ...common,
    method: 'POST',
    audited: true,
    path: '/assistants/{id}/budgets',
    summary: 'Limit one’s own assistant, or each person who asks it, below what the organization allows.',
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
    summary: 'A budget, with what was used of it.',
    params: byId,
    answer: budgetSchema,
    handle: ({ caller, params }) => budgets.get(caller, params.id),
  }),
  endpoint({
    ...common,
    method: 'PATCH',
    audited: true,
    path: '/budgets/{id}',
    summary: 'Change how much a budget allows, and when assistants make do with less.',
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
    summary: 'Delete a budget, with what was counted for it.',
    params: byId,
    async handle({ caller, params }) {
      await budgets.delete(caller, params.id)
      return { success: true }
    },
  }),
]
