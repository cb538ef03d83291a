/** The predictor page. */
export const predictor = {
  title: 'Tahminci',
};
