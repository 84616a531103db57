import { AsyncLocalStorage } from 'node:async_hooks'
import { TransactionBuilder } from 'kysely'
import pg from 'pg'

interface Transaction {
  isOpen: boolean
}

const transactions = new AsyncLocalStorage<Transaction>()
let isGuarding = false

/**
 * For all tests with PostgreSQL: work that asks for a connection while its own transaction holds one fails. If all
 * connections of the pool did so at once, none of them could go on.
 */
export function guardConnections(): void {
  if (isGuarding) return
  isGuarding = true
  const { execute } = TransactionBuilder.prototype
  TransactionBuilder.prototype.execute = function guarded(work) {
    return execute.call(this, (tx) => {
      const transaction = { isOpen: true }
      return transactions.run(transaction, async () => {
        try {
          return await work(tx)
        } finally {
          transaction.isOpen = false
        }
      })
    }) as ReturnType<typeof work>
  }
  const connect = pg.Pool.prototype.connect as (...given: unknown[]) => unknown
  pg.Pool.prototype.connect = function guarded(this: pg.Pool, ...args: unknown[]) {
    if (transactions.getStore()?.isOpen)
      throw new Error('asked for a second connection while a transaction holds one')
    return connect.apply(this, args)
  } as typeof pg.Pool.prototype.connect
}

/** For tests of transactions themselves, which look at them from outside. */
export const outsideOfTransaction = <T>(work: () => T): T => transactions.exit(work)
