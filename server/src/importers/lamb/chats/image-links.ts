import type { ImportRun } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { LegacyMessage } from './read-chat.ts'

/** The same messages with addresses of imported images. */
export type RewriteImageLinks = (messages: LegacyMessage[]) => Promise<LegacyMessage[]>

const LINK = /(?:https?:\/\/[\w.:-]{1,200})?\/static\/public\/(\d{1,15}\/img\/[\w.-]{1,200})/g

/** Images in chats have the address of the old server. Here each address carries a permission. */
export function createImageLinks(run: ImportRun): RewriteImageLinks {
  return async (messages) => {
    const paths = new Set(messages.flatMap(({ content }) => pathsIn(content)))
    if (paths.size === 0) return messages
    const imported = await itemRepository.findMany(run.db, run.sourceId, 'file', [...paths])
    return messages.map((message) => ({
      ...message,
      content: message.content.replaceAll(LINK, (link: string, path: string) => {
        const ourPath = imported.get(path)
        return ourPath === undefined ? link : toAddress(run, ourPath)
      }),
    }))
  }
}

const pathsIn = (content: string): string[] =>
  content.includes('/static/public/') ? [...content.matchAll(LINK)].flatMap(([, path]) => path ?? []) : []

function toAddress({ config, box }: ImportRun, path: string): string {
  const address = path.split('/').map(encodeURIComponent).join('/')
  return `${config.publicUrl}/static/public/${address}?sig=${box.sign(`static/public/${path}`)}`
}
