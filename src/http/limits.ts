/**
 * Far above what Node lets a request's first line be: an external id in a path may be of any length, and the router is
 * to refuse none.
 */
export const LONGEST_PARAMETER = 1024 ** 2
