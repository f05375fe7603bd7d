import neostandard from 'neostandard'

export default neostandard({
  ts: true,
  ignores: ['dist/**', 'data/**', '.tap/**', 'prisma/generated/**', 'test/openapi/api.d.ts']
})
