export { createAddressGuard, parseAllowList } from './addresses.js'
export type { AddressGuard, AddressGuardOptions, AllowList } from './addresses.js'
export { createOutboundClient } from './client.js'
export type {
  OpenRequest, OpenResult, OutboundClient, OutboundClientOptions, RequestFailure, SendRequest, SendResult
} from './client.js'
export { classifyError, describeError, ExcessBytes, OutboundFailure } from './failure.js'
export type { FailureKind } from './failure.js'
export type { RequestHeaders, ResponseHeaders } from './exchange.js'
export type { Lookup } from './lookup.js'
export { credentialsOf } from './request.js'
export { isRedirect } from './redirects.js'
export { hasCredentials, parseHttpUrl, redactUrl } from './url.js'
