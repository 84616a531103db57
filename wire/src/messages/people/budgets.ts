/** `resets` is a date with time; `contact` the people to ask. */
export const budgetMessages = {
  'budgets.above_organization': '{field}: above the organization’s limit ({limit} per {period})',
  'budgets.duplicate': 'This budget already exists. Change it instead.',
  'budgets.maximum_required': 'Set max_cost, max_tokens or max_requests, or delete the budget',
  'budgets.set_by_organization':
    'This budget was set by the organization. Ask an organization admin to change it.',
  'budgets.system_organization': 'The system organization uses its own providers and can’t have this limit',
  'budgets.system_providers_forbidden': 'Only a system admin can limit the use of the system’s providers',
  'budgets.too_many': 'Too many budgets (limit: {limit} per organization). Delete one first.',
} as const
