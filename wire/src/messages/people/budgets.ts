/** `{budget}` is one of the names of budgets, `{resets}` a date with time, `{contact}` a sentence about whom to ask. */
export const budgetMessages = {
  'budgets.above_organization': '{field}: above the organization’s limit ({limit} per {period})',
  'budgets.duplicate': 'This budget already exists. Change it instead.',
  'budgets.maximum_required': 'Set max_cost, max_tokens or max_requests, or delete the budget',
  'budgets.set_by_organization':
    'This budget was set by the organization. Ask an organization admin to change it.',
  'budgets.system_organization': 'The system organization uses its own providers and can’t have this limit',
  'budgets.system_providers_forbidden': 'Only a system admin can limit the use of the system’s providers',
  'budgets.too_many': 'Too many budgets (limit: {limit} per organization). Delete one first.',
  'budgets.assistant_day': 'The daily budget of this assistant',
  'budgets.assistant_month': 'The monthly budget of this assistant',
  'budgets.contact_operator': 'To get more, ask the people who run this server.',
  'budgets.contact_people': 'To get more, ask {people}.',
  'budgets.contact_system_admin': 'To get more, ask a system admin.',
  'budgets.degraded': '{budget} is {percent} % used up, so the assistant {restrictions} until {resets}',
  'budgets.link_day': 'The daily limit of your link',
  'budgets.link_month': 'The monthly limit of your link',
  'budgets.organization_day': 'The organization’s daily budget',
  'budgets.organization_month': 'The organization’s monthly budget',
  'budgets.own_assistant_day': 'Your daily budget for this assistant',
  'budgets.own_assistant_month': 'Your monthly budget for this assistant',
  'budgets.own_day': 'Your daily budget',
  'budgets.own_month': 'Your monthly budget',
  'budgets.reserved':
    '{budget} ({amounts}) is reserved for answers in progress; try again in a few seconds. It resets at {resets}. {contact}',
  'budgets.system_providers_day': 'The daily limit on your organization’s use of the system’s providers',
  'budgets.system_providers_month': 'The monthly limit on your organization’s use of the system’s providers',
  'budgets.used_up':
    '{budget} ({amounts}) is used up, or too little is left for this request. It resets at {resets}. {contact}',
} as const
