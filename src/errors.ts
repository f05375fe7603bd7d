import createError from '@fastify/error'

/**
 * Every failure, named: here, those of a domain in the errors.ts of its folder. The message is the exact text of
 * `{error}`; the status is the contract's (section 7), which for some failures is 200. Texts with a placeholder take
 * their values as constructor arguments.
 */

const defined = new Set<unknown>()

/** Defines a failure that callers see. Any other error is logged, and tells them nothing. */
export const defineFailure = ((...form: Parameters<typeof createError>) => {
  const failure = createError(...form)
  defined.add(failure)
  return failure
}) as typeof createError

/** Whether an error is a failure that callers see. */
export const isFailure = (error: object): boolean => defined.has(error.constructor)

export const Unauthorized = defineFailure('UNAUTHORIZED', 'Unauthorized', 401)
export const ReadOnlyKey = defineFailure('READ_ONLY_KEY', 'This key may only read', 403)
export const AgentKey = defineFailure('AGENT_KEY', 'This key may only claim steps', 403)
export const RoleRefused = defineFailure('ROLE_REFUSED', 'Your role does not allow this', 403)
export const ApiKeyNotFound = defineFailure('API_KEY_NOT_FOUND', 'API key not found', 404)
export const SessionNotFound = defineFailure('SESSION_NOT_FOUND', 'Session not found', 404)
/** Has `retryAfterS`, the seconds until the next attempt. */
export const TooManyAttempts = defineFailure('TOO_MANY_ATTEMPTS', 'Too many attempts', 429)
export const UserDisabled = defineFailure('USER_DISABLED', 'User is disabled', 200)
export const UserExists = defineFailure('USER_EXISTS', 'User already exists', 200)
export const OwnRemoval = defineFailure('OWN_REMOVAL', 'You cannot remove yourself', 200)
export const LastAdministrator = defineFailure('LAST_ADMINISTRATOR', 'Account must have at least one administrator', 200)

export const AssetNotFound = defineFailure('ASSET_NOT_FOUND', 'asset not found', 404)
export const ProjectNotFound = defineFailure('PROJECT_NOT_FOUND', 'project not found', 404)
export const FieldGroupNotFound = defineFailure('FIELD_GROUP_NOT_FOUND', 'Field group not found', 404)
export const FieldNotFound = defineFailure('FIELD_NOT_FOUND', 'Field not found', 404)
export const EntryNotFound = defineFailure('ENTRY_NOT_FOUND', 'Entry not found', 404)
export const VersionNotFound = defineFailure('VERSION_NOT_FOUND', 'Version not found', 404)
export const NotFound = defineFailure('NOT_FOUND', 'not found', 404)

export const TargetProjectNotFound = defineFailure<[id: string]>(
  'TARGET_PROJECT_NOT_FOUND', 'project with id: %s not found', 200
)
export const ProjectInsideItself = defineFailure(
  'PROJECT_INSIDE_ITSELF', 'project cannot be assigned to itself or its subprojects', 200
)
export const AssetNotAssigned = defineFailure('ASSET_NOT_ASSIGNED', "asset doesn't belong to any project", 200)
export const ProjectNotAssigned = defineFailure('PROJECT_NOT_ASSIGNED', "project doesn't belong to any project", 200)

export const UserNotFound = defineFailure<[id: string]>('USER_NOT_FOUND', 'User not found with id %s', 200)
export const AlreadyMember = defineFailure('ALREADY_MEMBER', 'User is already member of this project', 200)
export const NotMember = defineFailure('NOT_MEMBER', 'User is not a member of this project', 200)
export const LastMember = defineFailure('LAST_MEMBER', 'Project must have at least one member', 200)

export const WebhookNotFound = defineFailure<[id: string]>('WEBHOOK_NOT_FOUND', "Couldn't find Webhook with 'id'=%s", 404)
export const WebhookHeaderNotFound = defineFailure<[id: string]>(
  'WEBHOOK_HEADER_NOT_FOUND',
  'Couldn\'t find WebhookHeader with \'id\'=%s [WHERE "webhook_headers"."webhook_id" = $1]',
  404
)
export const WebhookUserNotFound = defineFailure<[id: string]>(
  'WEBHOOK_USER_NOT_FOUND', 'Couldn\'t find WebhookUser with \'id\'=%s [WHERE "webhook_users"."webhook_id" = $1]', 404
)
export const WebhookAttemptNotFound = defineFailure<[id: string]>(
  'WEBHOOK_ATTEMPT_NOT_FOUND',
  'Couldn\'t find WebhookAttempt with \'id\'=%s [WHERE "webhook_attempts"."webhook_id" = $1]',
  404
)
export const LinkedUserNotFound = defineFailure<[id: string]>(
  'LINKED_USER_NOT_FOUND', "Couldn't find User with 'id'=%s", 404
)

/**
 * The error of an update with an external id that another item has, in `errors`: the answer is 200, and nothing is
 * stored.
 */
export const EXTERNAL_ID_TAKEN = 'has already been taken'

export const NoFileReady = defineFailure('NO_FILE_READY', 'No file is ready', 200)
export const ReadOnlyValues = defineFailure(
  'READ_ONLY_VALUES', 'Values of read-only fields must be removed by an administrator', 200
)
export const DropdownOptionsTooLarge = defineFailure(
  'DROPDOWN_OPTIONS_TOO_LARGE', 'Field group must not have more than 1 MiB of dropdown_options', 422
)
/** A limit of an account or of a webhook is reached: `100 webhooks`. */
export const TooMany = defineFailure<[limit: string]>('TOO_MANY', 'Must not have more than %s', 200)
export const WebhookUsersFull = defineFailure<[users: number]>(
  'WEBHOOK_USERS_FULL', 'Webhook must not have more than %s users', 422
)

export const InvalidFileUrl = defineFailure('INVALID_FILE_URL', 'not a valid url', 200)
/** The service has not signed this URL of a download, or it has expired. The answer has no body. */
export const DownloadRefused = defineFailure('DOWNLOAD_REFUSED', 'Forbidden', 403)

export const UploadLocked = defineFailure('UPLOAD_LOCKED', 'Another request is sending this file', 423)
export const UploadOffsetMissing = defineFailure(
  'UPLOAD_OFFSET_MISSING', 'Upload-Offset must be the number of bytes that are there', 400
)
export const UploadOffsetWrong = defineFailure<[bytes: number]>(
  'UPLOAD_OFFSET_WRONG', 'Upload-Offset does not match: %s bytes are there', 409
)
export const UploadTooLong = defineFailure<[bytes: number]>(
  'UPLOAD_TOO_LONG', 'The upload has room for %s bytes more', 413
)
export const UploadSizeWrong = defineFailure<[bytes: number]>('UPLOAD_SIZE_WRONG', 'Must have %s bytes', 422)
export const UploadDigestWrong = defineFailure('UPLOAD_DIGEST_WRONG', 'Checksum does not match', 422)
export const UploadChecksumInvalid = defineFailure(
  'UPLOAD_CHECKSUM_INVALID', 'Upload-Checksum must be one of md5, sha1, sha256, sha512, a space, and the digest in Base64', 400
)
/** The status is that of tus 1.0.0. */
export const UploadChecksumWrong = defineFailure('UPLOAD_CHECKSUM_WRONG', 'Checksum does not match', 460)
export const UploadTypeWrong = defineFailure(
  'UPLOAD_TYPE_WRONG', 'Content-Type must be application/offset+octet-stream', 415
)
export const TusVersionUnknown = defineFailure('TUS_VERSION_UNKNOWN', 'Tus-Resumable must be 1.0.0', 412)

export const ImportNotFound = defineFailure('IMPORT_NOT_FOUND', 'Import not found', 404)
export const UnsupportedImportType = defineFailure(
  'UNSUPPORTED_IMPORT_TYPE', 'Content-Type must be text/csv or application/x-ndjson', 415
)
export const NoRoom = defineFailure('NO_ROOM', 'There is not enough room on the disk', 503)
export const InvalidToken = defineFailure('INVALID_TOKEN', 'Invalid token', 400)
export const ExpiredToken = defineFailure('EXPIRED_TOKEN', 'Expired token', 400)
export const ExpiredInvitation = defineFailure('EXPIRED_INVITATION', 'Invitation expired', 400)

export const MissingParameter = defineFailure<[name: string]>('MISSING_PARAMETER', 'Missing parameter %s', 422)
export const InvalidParameter = defineFailure<[name: string, value: string, rule: string]>(
  'INVALID_PARAMETER', "Invalid parameter '%s' value %s: %s", 422
)
export const UnknownParameter = defineFailure<[name: string]>('UNKNOWN_PARAMETER', "Unknown parameter '%s'", 422)
export const InvalidJson = defineFailure('INVALID_JSON', 'Invalid JSON body', 422)
export const UnsupportedContentType = defineFailure(
  'UNSUPPORTED_CONTENT_TYPE', 'Content-Type must be application/json', 415
)
export const WrongNumberOfOperations = defineFailure<[most: number]>(
  'WRONG_NUMBER_OF_OPERATIONS', "Invalid parameter 'operations': Must be 1 to %s operations", 422
)
export const InvalidOperation = defineFailure<[index: number, why: string]>(
  'INVALID_OPERATION', 'Invalid operation %s: %s', 422
)
export const InvalidPlaceholder = defineFailure<[written: string]>('INVALID_PLACEHOLDER', "Invalid placeholder '%s'", 422)
export const NotPossibleInBulk = defineFailure('NOT_POSSIBLE_IN_BULK', 'Not possible in a bulk', 422)
export const NotPossibleInRun = defineFailure('NOT_POSSIBLE_IN_RUN', 'Not possible in a run', 422)
export const TooLargeForBulk = defineFailure<[items: number]>(
  'TOO_LARGE_FOR_BULK', 'Not possible in a bulk with more than %s items in the project', 422
)
export const BulkAnswerTooLarge = defineFailure(
  'BULK_ANSWER_TOO_LARGE', 'Answers of a bulk must not be larger than 32 MiB', 422
)
/** One text for both databases, as clients compare it. PostgreSQL gives a minute (src/bulk/bulk.ts). */
export const BulkTooLong = defineFailure(
  'BULK_TOO_LONG', 'Operations that are done together must not take longer than 5 seconds', 422
)
export const BodyTooLarge = defineFailure('BODY_TOO_LARGE', 'Request body is too large', 413)
export const BadRequest = defineFailure('BAD_REQUEST', 'Bad Request', 400)
export const RequestTimeout = defineFailure('REQUEST_TIMEOUT', 'Request timeout', 408)
export const HeadersTooLarge = defineFailure('HEADERS_TOO_LARGE', 'Request headers are too large', 431)
export const PreconditionFailed = defineFailure('PRECONDITION_FAILED', 'If-Match does not match the current version', 412)
export const IdempotencyKeyInUse = defineFailure(
  'IDEMPOTENCY_KEY_IN_USE', 'A request with this Idempotency-Key is still running', 409
)
export const IdempotencyKeyReused = defineFailure(
  'IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key has been used with another body', 422
)
/** Its answer is not kept. The request is not done again. */
export const AnswerNotKept = defineFailure(
  'ANSWER_NOT_KEPT', 'This request was done; its answer was too large to be kept', 409
)
export const TooManyRequests = defineFailure('TOO_MANY_REQUESTS', 'Too many requests', 429)
export const Overloaded = defineFailure('OVERLOADED', 'Service is overloaded', 503)
export const UpgradeNotFinished = defineFailure('UPGRADE_NOT_FINISHED', 'The upgrade is not finished', 503)
export const SearchIndexBuilding = defineFailure<[percent: string]>(
  'SEARCH_INDEX_BUILDING', 'The search index is being built: %s %%', 503
)
export const InternalError = defineFailure('INTERNAL_ERROR', 'Internal Server Error', 500)

/** A mistake of the operator. Its message is printed as one line before the process ends with exit code 1. */
export class OperatorMistake extends Error {
  override name = 'OperatorMistake'

  /** Removes line breaks from what the message quotes. */
  constructor (message: string) {
    super(message.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean).join(' '))
  }
}
