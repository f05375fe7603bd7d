/** The part that the tests use: an S3-compatible server in this process. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  interface S3rverOptions {
    readonly address: string
    readonly port: number
    readonly silent: boolean
    readonly directory: string
    readonly configureBuckets: ReadonlyArray<{ readonly name: string }>
  }

  export default class S3rver {
    constructor (options: S3rverOptions)
    run (): Promise<AddressInfo>
    close (): Promise<void>
  }
}
