/** @module-tag nightly */
import { expect, it } from 'vitest'
import { assistantOf, describeJourneys } from './browser.ts'
import { expectFits } from './looks.ts'

describeJourneys('the advanced settings of an assistant', (journey) => {
  const make = async (name: string, type: 'classic' | 'multi_tool', tools: string[]) => {
    const assistant = assistantOf(name, type, tools)
    const metadata = { ...assistant.metadata, verbose: true, model_params: { top_k: 40 } }
    return (await journey.call('POST', '/assistants', { ...assistant, metadata })).id
  }
  const metadataOf = async (id: number) =>
    JSON.parse((await journey.call('GET', `/assistants/${id}`)).metadata)

  it.each([
    ['classic', '/assistants', []],
    ['multi_tool', '/multi-tool-assistants', ['weather']],
  ] as const)(
    'are closed at first, and a %s assistant keeps what is not changed',
    async (type, folder, tools) => {
      const id = await make(`Advanced ${type}`, type, [...tools])
      const before = await metadataOf(id)
      const { page, faults } = await journey.openSignedIn(`${folder}/${id}`)
      const section = page.getByTestId('advanced-settings')
      const rounds = section.getByLabel('Rounds of tool calls')
      await section.waitFor()
      expect(await rounds.count()).toBe(0)

      await section.getByText('Advanced settings').click()
      expect(await rounds.getAttribute('placeholder')).toBe('5')
      expect(await section.getByLabel('Keep the full prompt in traces').isChecked()).toBe(true)

      await section.getByLabel('Temperature').fill('0.2')
      await section.getByLabel('Status messages').selectOption({ label: 'In the answer' })
      await page.getByTestId('save-btn').click()
      await expect
        .poll(() => metadataOf(id))
        .toEqual({ ...before, model_params: { top_k: 40, temperature: 0.2 }, status_style: 'content' })

      await rounds.fill('50')
      await page.getByTestId('save-btn').click()
      await section.getByText('Enter 20 or less.').waitFor()
      await rounds.fill('')
      await page.getByTestId('save-btn').click()
      await expect.poll(() => section.getByText('Enter 20 or less.').count()).toBe(0)
      expect(await metadataOf(id)).not.toHaveProperty('max_tool_iterations')
      if (type === 'multi_tool') await expectFits(page, 'advanced-settings')
      expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    },
  )
})
