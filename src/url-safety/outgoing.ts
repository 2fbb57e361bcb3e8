/** The name of this service in every request to an address that a customer gave. */
export const userAgent = 'Rowmill/1'

/** The maximum number of redirects to a file. */
export const redirectsMax = 5
