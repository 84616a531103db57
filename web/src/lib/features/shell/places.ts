import BookOpen from '@lucide/svelte/icons/book-open'
import ChartColumn from '@lucide/svelte/icons/chart-column'
import FolderOpen from '@lucide/svelte/icons/folder-open'
import MessageSquare from '@lucide/svelte/icons/message-square'
import MessagesSquare from '@lucide/svelte/icons/messages-square'
import Settings from '@lucide/svelte/icons/settings'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import Table2 from '@lucide/svelte/icons/table-2'
import type { IconComponent } from '$lib/tools/hues.ts'
import { session } from '../session/session.svelte.ts'
import { texts } from './texts'

export interface Place {
  href: string
  label: string
  icon: IconComponent
  /** Other addresses under which it counts as the open one. */
  also?: string[]
}

/** The rooms of the app that the signed-in person may enter, in the order of the sidebar. */
export function places(): Place[] {
  const t = texts()
  const forAll: Place[] = [
    { href: '/assistants', label: t.assistants, icon: MessageSquare, also: ['/multi-tool-assistants'] },
    { href: '/knowledge', label: t.knowledge, icon: BookOpen },
    { href: '/rubrics', label: t.rubrics, icon: Table2 },
    { href: '/workspaces', label: t.workspaces, icon: FolderOpen },
    { href: '/chats', label: t.chats, icon: MessagesSquare },
    { href: '/usage', label: t.usage, icon: ChartColumn },
  ]
  return [
    ...forAll,
    ...(session.isOrganizationAdmin
      ? [{ href: '/organization', label: t.organization, icon: Settings }]
      : []),
    ...(session.isSystemAdmin ? [{ href: '/admin', label: t.admin, icon: ShieldCheck }] : []),
  ]
}

export const isOpen = (place: Place, path: string): boolean =>
  [place.href, ...(place.also ?? [])].some((start) => path === start || path.startsWith(`${start}/`))
