/** Where the two plain GET services live (000 §7): no envelope, no session. */
export const geolocationPath = '/api/geolocation';
export const forexPath = '/api/forex';
