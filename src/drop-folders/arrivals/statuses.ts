export const arrivalStatuses = ['waiting', 'arriving', 'done', 'duplicate', 'left_out', 'failed'] as const

export type ArrivalStatus = typeof arrivalStatuses[number]
