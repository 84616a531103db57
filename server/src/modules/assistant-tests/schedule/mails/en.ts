/** The e-mail about tests that started to fail. */
export const en = {
  subject: (assistant: string, count: number) =>
    count === 1 ? `A test of ${assistant} now fails` : `${count} tests of ${assistant} now fail`,
  text: (assistant: string, count: number) =>
    count === 1
      ? `A test of ${assistant} that passed in the last run fails now:`
      : `${count} tests of ${assistant} that passed in the last run fail now:`,
  more: (count: number) => `and ${count} more`,
  model: (before: string, after: string) => `The model changed from ${before} to ${after}.`,
  version: (before: number, after: number) =>
    `The assistant changed from version ${before} to version ${after}.`,
  same: 'The assistant and the model’s name are the same as before. The provider may have updated the model.',
  link: 'Open the tests',
  why: 'You get this e-mail because you chose to run these tests automatically. You can turn that off on the same page.',
}

export type RegressionTexts = typeof en
