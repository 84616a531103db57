import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draft } from '../server/src/modules/rubrics/testing.ts'
import { gradesAsWritten } from '../server/test/grading/grading.testing.ts'
import { startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, describeJourneys, expectAccessible, expectReadable, shoot } from './browser.ts'
import { hasNoSidewaysScroll, setTheme } from './looks.ts'

const upstream = await startFakeUpstream(gradesAsWritten)
afterAll(() => upstream.stop())

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

describeJourneys(
  'grading works',
  (journey) => {
    let id = ''
    beforeAll(async () => {
      id = (await journey.call('POST', '/creator/rubrics', draft('Orienteering'))).rubric.rubric_id
      const workspace = (await journey.call('POST', '/workspaces', { name: 'Class 4b' })).id
      const text = 'We walked north [Found, Clear]'
      await journey.call('PUT', `/workspaces/${workspace}/files/essays/ana.txt`, text)
    })

    it('a batch: files are graded, reviewed, accepted and exported', async () => {
      const { page, faults } = await journey.openSignedIn(`/rubrics/${id}?tab=grade`)
      await page.getByText('No submissions graded yet').waitFor()
      await page.getByRole('link', { name: 'Grade submissions' }).click()
      await page
        .getByTestId('work-files')
        .setInputFiles([
          textFile('ana.txt', 'We walked north [Found, Clear]'),
          textFile('ben.txt', 'We stayed home [Lost, Vague]'),
        ])
      await page.getByLabel('Or paste text').fill('A pasted work [broken]')
      await page.getByLabel('Name of the submission').fill('Cleo')
      await page.getByRole('button', { name: 'Add text' }).click()
      await expect.poll(() => page.getByTestId('chosen-work').count()).toBe(3)
      await expectAccessible(page)
      await shoot(page, 'grading-new-1440')
      await page.getByRole('button', { name: 'Start grading' }).click()
      await page.waitForURL(/\/gradings\/\d+$/)
      await page.getByRole('button', { name: 'Retry 1 failed submission' }).waitFor()

      const rows = page.getByTestId('work')
      const names = async () =>
        (await rows.getByRole('rowheader').allInnerTexts()).map((one) => one.split('\n')[0])
      expect(await names()).toEqual(['ana.txt', 'ben.txt', 'Cleo'])
      await page.getByRole('button', { name: 'Score' }).click()
      expect(await names()).toEqual(['ben.txt', 'ana.txt', 'Cleo'])
      expect(await page.getByRole('columnheader', { name: 'Score' }).getAttribute('aria-sort')).toBe(
        'ascending',
      )
      await expectAccessible(page)
      await shoot(page, 'grading-batch-1440')

      // Several grades at once, and undone.
      await page.getByRole('checkbox', { name: 'Select all 2 grades to review' }).check()
      await page.getByRole('checkbox', { name: 'Select ben.txt' }).uncheck()
      await page.getByRole('button', { name: 'Accept 1 grade', exact: true }).click()
      await rows.filter({ hasText: 'ana.txt' }).getByText('Accepted').waitFor()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await rows.filter({ hasText: 'ana.txt' }).getByText('To review').waitFor()

      await page.getByRole('button', { name: 'ben.txt' }).click()
      const review = page.getByTestId('review')
      await review.getByText('3.33 of 10 points').waitFor()
      await review.locator('blockquote').getByText('stayed home').first().waitFor()
      await review.getByLabel('Level for Route').selectOption('Found (3)')
      await review.getByText('The model proposed Lost').waitFor()
      await expectAccessible(page)
      await shoot(page, 'grading-review-1440')
      await review.getByRole('button', { name: 'Accept and next' }).click()
      await page.getByRole('heading', { name: 'ana.txt' }).waitFor()
      await expect.poll(() => page.evaluate('document.activeElement.dataset.testid')).toBe('review')
      // Nothing covers the name of the next one.
      expect(await page.getByText('Grade of “ben.txt” accepted').count()).toBe(0)
      // Closing keeps what was typed.
      await review.getByLabel('Comment on Map').fill('Nicely drawn')
      await page.keyboard.press('Escape')
      await page.getByText('Saved', { exact: true }).waitFor()
      await rows.filter({ hasText: 'ben.txt' }).getByText('Accepted').waitFor()
      await rows.filter({ hasText: 'ana.txt' }).getByText('To review').waitFor()

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      const csv = await readFile(await (await download).path(), 'utf8')
      expect(csv).toContain('ben.txt,graded,yes,7.33,,10')
      expect(csv).toContain('ana.txt,graded,no,,10,10')
      expect(csv).toContain('Nicely drawn')

      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
      await shoot(page, 'grading-batch-390')
      await page.getByRole('button', { name: 'ana.txt' }).click()
      await review.getByText('10 of 10 points').waitFor()
      expect(await review.getByLabel('Comment on Map').inputValue()).toBe('Nicely drawn')
      await shoot(page, 'grading-review-390')
      await setTheme(page, 'dark')
      await expectReadable(page)
      expect(faults).toEqual([])
    })

    it('a review that is open while its work is graded takes the grade', async () => {
      let grade: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        grade = resolve
      })
      upstream.answer(async (response, seen) => {
        await held
        return gradesAsWritten(response, seen)
      })
      const base = `/rubrics/${id}/gradings`
      const grading = await journey.call('POST', base, { kind: 'batch', name: 'Late' })
      await journey.call('POST', `${base}/${grading.id}/works`, {
        name: 'ana.txt',
        text: 'We walked north [Found, Clear]',
      })
      await journey.call('POST', `${base}/${grading.id}/start`, {})
      const { page, faults } = await journey.openSignedIn(`${base}/${grading.id}`)
      await page.getByRole('button', { name: 'ana.txt' }).click()
      const review = page.getByTestId('review')
      await review.getByText('No score while a criterion').waitFor()
      expect(await review.getByLabel('Level for Route').isDisabled()).toBe(true)
      grade()
      await review.getByText('10 of 10 points').waitFor()
      expect(await review.getByLabel('Level for Route').inputValue()).toBe('Found')
      expect(await review.getByLabel('Comment on Map').inputValue()).toBe('Reason 2')
      await review.getByRole('button', { name: 'Accept', exact: true }).click()
      await page.getByTestId('work').getByText('Accepted').waitFor()
      upstream.answer(gradesAsWritten)
      expect(faults).toEqual([])
    })

    it('calibration: by hand first, then by the model, and again after a change of the rubric', {
      tags: ['nightly'],
    }, async () => {
      const { page, faults } = await journey.openSignedIn(`/rubrics/${id}/gradings/new?kind=calibration`)
      await page.getByRole('button', { name: 'From a workspace' }).click()
      await page.getByRole('combobox', { name: 'Folder' }).selectOption('essays')
      await page.getByRole('button', { name: 'Add 1 file' }).click()
      await page.getByTestId('chosen-work').getByText('ana.txt').waitFor()
      await page
        .getByTestId('work-files')
        .setInputFiles([textFile('ben.txt', 'We stayed home [Found, Vague]')])
      await page.getByRole('button', { name: 'Grade by hand' }).click()
      await page.waitForURL(/\/gradings\/\d+$/)
      const form = page.getByTestId('hand-form')
      const gradeAs = async (work: string, route: string, map: string) => {
        await form.getByRole('heading', { name: work }).waitFor()
        await form.getByRole('group', { name: 'Route' }).getByRole('radio', { name: route }).check()
        await form.getByRole('group', { name: 'Map' }).getByRole('radio', { name: map }).check()
      }
      await gradeAs('ana.txt', 'Found', 'Clear')
      await expectAccessible(page)
      await shoot(page, 'grading-by-hand-1440')
      await form.getByRole('button', { name: 'Save and next' }).click()
      await gradeAs('ben.txt', 'Lost', 'Vague')
      // Choosing another work saves this one.
      await page
        .getByRole('navigation', { name: 'Submissions' })
        .getByRole('button', { name: 'ana.txt' })
        .click()
      await page.getByText('You graded 2 of 2 submissions').waitFor()
      await page.getByRole('button', { name: 'Let the model grade' }).click()

      const agreement = page.getByTestId('agreement')
      await agreement.getByText('Based on 2 submissions. This is a small sample').waitFor()
      const row = (name: string) => agreement.getByRole('row', { name })
      expect((await row('Map').innerText()).split(/\s+/)).toEqual(['Map', '2', '100%', '100%', '1.00'])
      const disagreement = page.getByTestId('disagreement')
      await disagreement.getByText('You: Lost').waitFor()
      await disagreement.getByText('stayed home').waitFor()
      await expectAccessible(page)
      await shoot(page, 'grading-agreement-1440')

      const path = new URL(page.url()).pathname
      await disagreement.getByRole('link', { name: 'Edit “Route”' }).click()
      const description = page.getByLabel('Description of Route')
      const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')")
      await expect.poll(focused).toBe('Description of Route')
      await description.fill('Is the way found without help?')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Rubric saved').waitFor()
      await page.goto(path)
      await page.getByText('You have changed the rubric.').waitFor()
      await page.getByRole('button', { name: 'Grade again' }).click()
      await page.waitForURL((url) => url.pathname !== path)
      await agreement.getByText('before: 50%').first().waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
      await shoot(page, 'grading-agreement-390')
      await setTheme(page, 'dark')
      await expectReadable(page)
      expect(faults).toEqual([])
    })

    it('within a cost limit: estimated before the start, stopped, and continued', {
      tags: ['nightly'],
    }, async () => {
      const price = { model: '*', input: 1_000_000, output: 1_000_000 }
      await journey.call('PUT', '/organizations/current/prices', { currency: 'EUR', prices: [price] })
      const { page, faults } = await journey.openSignedIn(`/rubrics/${id}/gradings/new`)
      const works = ['ana', 'ben', 'cleo', 'dario', 'edu'].map((name) =>
        textFile(`${name}.txt`, 'We walked north [Found, Clear]'),
      )
      await page.getByTestId('work-files').setInputFiles(works)
      await page.getByRole('button', { name: 'Start grading' }).click()
      await page.waitForURL(/\/gradings\/\d+$/)
      const cost = page.getByTestId('grading-cost')
      await cost.getByText(/About €[\d,.]+ for 5 submissions/).waitFor()
      // Each work costs 8: the second reaches the limit, and at most one more is under way.
      await page.getByTestId('max-cost').fill('16')
      await expectAccessible(page)
      await shoot(page, 'grading-cost-1440-light')
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page
        .getByTestId('limit-reached')
        .getByText('Grading stopped at the cost limit of €16.00')
        .waitFor()
      expect(await page.getByTestId('max-cost').inputValue()).toBe('16')
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
        await setTheme(page, 'light')
        await expectAccessible(page)
        await shoot(page, `grading-limit-${width}-light`)
        await setTheme(page, 'dark')
        await expectReadable(page)
        await shoot(page, `grading-limit-${width}-dark`)
      }
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Choose a higher limit to continue.').waitFor()
      await page.getByTestId('max-cost').fill('')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect.poll(() => page.getByTestId('work').getByText('To review').count()).toBe(5)
      expect(await page.getByTestId('limit-reached').count()).toBe(0)
      expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    })
  },
  {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...upstream.settings,
  },
)
