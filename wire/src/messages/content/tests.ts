export const testMessages = {
  'tests.budget_degraded':
    'The budget is nearly used up, so a cheaper model would answer. The tests were skipped because their results couldn’t be compared.',
  'tests.changed': 'The assistant or its tests have changed since they last ran. Run the tests again.',
  'tests.failed': 'Failed tests: {count}. Fix the assistant, or publish it anyway and give a reason.',
  'tests.message_required': 'Messages are required',
  'tests.none': 'There are no tests yet. Add one first.',
  'tests.not_run': 'The tests must pass before this assistant can be published. Run them first.',
  'tests.required': 'This assistant needs tests that pass before it can be published. Add some first.',
  'tests.running':
    'The tests of this assistant are already running. Wait until they have finished, or cancel them.',
  'tests.schedule_failed':
    'The run ended because of an unexpected error. The next run will start as scheduled.',
  'tests.schedule_interrupted':
    'The run was interrupted several times. The next run will start as scheduled.',
  'tests.schedule_no_access':
    'Automatic runs were turned off because the person who set them up can no longer edit this assistant.',
  'tests.schedule_no_account':
    'Automatic runs were turned off because the account of the person who set them up is no longer active.',
  'tests.title_required': 'Title is required',
  'tests.too_many': 'Too many tests (limit: {limit} per assistant). Delete some first.',
  'tests.unreviewed':
    'Some tests have no checks, and no one has rated their answers yet. Rate them, or publish the assistant anyway and give a reason.',
} as const
