// A process of its own: its page tokens need a cipher that OpenSSL 3 has only on demand.
import S3rver from 's3rver'

const server = new S3rver({
  directory: process.argv[2],
  port: 0,
  address: '127.0.0.1',
  silent: true,
  configureBuckets: [{ name: 'files', configs: [] }],
})
const { port } = await server.run()
process.stdout.write(`${port}\n`)
