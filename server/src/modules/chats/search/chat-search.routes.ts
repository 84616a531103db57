import { chatSearchQuerySchema, chatSearchResultsSchema } from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { SEARCH_COST, type SearchChats } from './search-chats.ts'

export const createChatSearchRoutes = ({ searchChats }: { searchChats: SearchChats }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/chats/search',
    tag: 'Chats',
    summary: 'Search your chats',
    description: `Finds chats whose title or messages contain all words, regardless of case and accents. Most recently used first, archived chats included. Searches the first ${SEARCH_COST.charactersPerMessage} characters of the newest ${SEARCH_COST.messagesAtOnce} messages of each chat. A match may be in another version of a message; \`PUT /chats/{id}/version\` shows it.`,
    access: 'user',
    query: chatSearchQuerySchema,
    answer: chatSearchResultsSchema,
    handle: ({ query, caller, exchange }) => searchChats(caller, query, exchange.signal),
  }),
]
