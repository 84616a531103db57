import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'

const PHONE = { width: 390, height: 844 }

describeJourneys('tests of an assistant', (journey) => {
  let assistant: number
  beforeAll(async () => {
    // Its offline connector answers with the prompt, which contains the question.
    assistant = (await journey.call('POST', '/assistants', assistantOf('Biology tutor', 'classic'))).id
  })

  it('are added, run, corrected and block publishing until they pass', async () => {
    const { page, faults } = await journey.openSignedIn(`/assistants/${assistant}`)
    await page.getByTestId('show-tests').click()
    await page.getByRole('heading', { name: 'No tests yet' }).waitFor()
    await expectAccessible(page)
    await page.getByTestId('add-test').click()
    await page.getByLabel('Question').fill('What absorbs light?')
    await page.getByTestId('add-check').click()
    await page.getByLabel('Text').fill('chlorophyll')
    await page.getByTestId('add-check').click()
    await page.getByLabel('Checks').last().selectOption('length')
    await page.getByLabel('Maximum words').fill('500')
    await shoot(page, 'assistant-test-dialog-1440-light')
    await expectAccessible(page)
    await page.getByTestId('save-test').click()
    await page.getByTestId('test-row').getByText('2 checks').waitFor()

    await page.getByRole('switch', { name: 'Require passing tests' }).click()
    await page.getByText('The tests have not run yet').waitFor()
    await page.getByTestId('run-all').click()
    await page.getByTestId('test-result').getByText('Failed', { exact: true }).waitFor()
    await page.getByText('Some tests fail. Fix the assistant').waitFor()
    await shoot(page, 'assistant-tests-1440-light')
    await expectAccessible(page)

    await page.goto(`${journey.server.url}/assistants/${assistant}`)
    await page.getByTestId('show-publish').click()
    await page.getByText('Failed tests: 1.').waitFor()
    await page.getByTestId('publish-reason').waitFor()
    await shoot(page, 'assistant-tests-publish-1440-light')
    await page.getByRole('link', { name: 'Open tests' }).click()

    await page.getByRole('button', { name: 'Edit What absorbs light?' }).click()
    await page.getByLabel('Text').fill('absorbs')
    await page.getByTestId('save-test').click()
    await page.getByText('The assistant or its tests changed').waitFor()
    await page.getByTestId('run-all').click()
    await page.getByText('All tests pass. The assistant can be published.').waitFor()
    await page.getByRole('button', { name: 'Bad answer' }).click()
    await page.getByText('Some tests fail. Fix the assistant').waitFor()
    expect(faults).toEqual([])
  })

  it('fit on a phone, and can be deleted and restored', async () => {
    const { page, faults } = await journey.openSignedIn(`/assistants/${assistant}/tests`, PHONE)
    await page.getByTestId('test-row').waitFor()
    await shoot(page, 'assistant-tests-390-light')
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Delete What absorbs light?' }).click()
    await page.getByRole('heading', { name: 'No tests yet' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByTestId('test-row').waitFor()
    expect(faults).toEqual([])
  })

  it('are published with a reason', async () => {
    const { page } = await journey.openSignedIn(`/assistants/${assistant}`)
    await page.getByTestId('show-publish').click()
    await page.getByTestId('publish-reason').fill('The course starts today')
    await page.getByTestId('publish-anyway').click()
    await page.getByRole('button', { name: 'Unpublish' }).waitFor()
  })
})
