export const gradingMessages = {
  'grading.accept_changed': 'The grade has changed since you viewed it. Review it again.',
  'grading.accept_incomplete': 'Choose a level for each criterion before you accept the grade',
  'grading.account_unavailable': 'The account that started this grading is no longer available',
  'grading.already_started':
    'The submissions of a calibration can’t be changed once the model has graded them',
  'grading.file_or_text': 'Choose a file or paste text',
  'grading.hand_grades_locked':
    'Your own grades can’t be changed once the model has graded, so that the comparison stays fair',
  'grading.hand_grades_missing': 'Grade at least one submission by hand first',
  'grading.interrupted': 'The server stopped several times while grading this submission. Try again.',
  'grading.limit_used_up':
    'This grading has already cost {spent} {currency}. Choose a higher limit to continue.',
  'grading.no_text': 'No text found in this file',
  'grading.no_usable_answer':
    'The model gave no usable grade, even after a second attempt. Try again, or choose another model.',
  'grading.no_works': 'There is nothing to grade. Add submissions first.',
  'grading.not_for_batch': 'Only submissions of a calibration are graded by hand first',
  'grading.not_for_calibration': 'Grades of a calibration can’t be accepted: they only test the rubric',
  'grading.price_unknown':
    'The model {model} has no price, so a cost limit can’t be checked. Start without a limit, or ask an admin to add the price.',
  'grading.provider_failed':
    'The model did not answer. Try again later. If it keeps failing, contact your organization admin.',
  'grading.running': 'The submissions are being graded. Wait until grading has finished, or cancel it.',
  'grading.text_too_long': 'This submission is too long (limit: {limit} characters)',
  'grading.too_many': 'Too many gradings of this rubric (limit: {limit}). Delete some first.',
  'grading.too_many_works': 'Too many submissions (limit: {limit} per grading)',
  'grading.unexpected': 'This submission could not be graded because of an unexpected error. Try again.',
  'grading.unknown_criterion': 'The rubric has no criterion “{criterion}”',
  'grading.unknown_level': 'The criterion “{criterion}” has no level “{level}”',
} as const
