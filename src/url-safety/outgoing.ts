/** The name of this service in every request to a customer's URL. */
export const userAgent = 'Rowmill/1'

/** The maximum number of redirects to a file. */
export const redirectsMax = 5
