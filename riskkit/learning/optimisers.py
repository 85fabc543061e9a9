"""Gradient steps on a flat array of parameters: SGD, Adam, RMSProp."""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.errors import check_name

SGD, ADAM, RMSPROP = 0, 1, 2
OPTIMISERS = {"sgd": SGD, "adam": ADAM, "rmsprop": RMSPROP}

OPTIMISER = np.dtype(
    [
        ("kind", "i8"),
        ("rate", "f8"),
        ("momentum", "f8"),
        ("first", "f8"),
        ("second", "f8"),
        ("epsilon", "f8"),
    ],
    align=True,
)


def optimiser(name, rate, momentum=0.0, first=0.9, second=None, epsilon=1e-8) -> np.ndarray:
    """Describe an optimiser.

    Parameters
    ----------
    name
        ``"sgd"`` (with momentum as in Sutskever et al. 2013), ``"adam"`` (Kingma and Ba
        2015, algorithm 1) or ``"rmsprop"`` (Tieleman and Hinton 2012).
    rate
        Step size, above zero.
    momentum
        SGD only: share of the last step that is kept, in [0, 1).
    first, second
        Decay of the running means of the gradient (Adam) and of its square (Adam 0.999,
        RMSProp 0.9 unless given).
    epsilon
        Added to the root of the running mean of squares.

    Returns
    -------
    numpy.ndarray
        One `OPTIMISER` record in an array of shape (1,).
    """
    check_name("optimiser", name, OPTIMISERS)
    if second is None:
        second = 0.9 if name == "rmsprop" else 0.999
    if not (np.isfinite(rate) and rate > 0):
        raise ValueError(f"the step size must be above zero, not {rate}")
    for label, value in (("momentum", momentum), ("first", first), ("second", second)):
        if not 0 <= value < 1:
            raise ValueError(f"{label} must lie in [0, 1), not {value}")
    if not epsilon >= 0:
        raise ValueError(f"epsilon must not be negative, not {epsilon}")
    made = np.zeros(1, OPTIMISER)
    made[0] = (OPTIMISERS[name], rate, momentum, first, second, epsilon)
    return made.view(np.recarray)


def moments(count: int, dtype=np.float32) -> np.ndarray:
    """Return the optimiser's memory for ``count`` parameters: zeros, shape (2, count)."""
    return np.zeros((2, count), dtype)


@kernel
def _sgd(rule, parameters, gradient, velocity):
    rate = parameters.dtype.type(rule.rate)
    momentum = parameters.dtype.type(rule.momentum)
    for n in range(parameters.shape[0]):
        velocity[n] = momentum * velocity[n] + gradient[n]
        parameters[n] -= rate * velocity[n]


@kernel
def _adam(rule, parameters, gradient, mean, square, count):
    number = parameters.dtype.type
    one = number(1.0)
    first, second, epsilon = number(rule.first), number(rule.second), number(rule.epsilon)
    rate = number(rule.rate / (1.0 - rule.first**count))
    scale = number(1.0 / np.sqrt(1.0 - rule.second**count))
    for n in range(parameters.shape[0]):
        slope = gradient[n]
        mean[n] = first * mean[n] + (one - first) * slope
        square[n] = second * square[n] + (one - second) * slope * slope
        parameters[n] -= rate * mean[n] / (np.sqrt(square[n]) * scale + epsilon)


@kernel
def _rmsprop(rule, parameters, gradient, square):
    number = parameters.dtype.type
    one = number(1.0)
    second, epsilon, rate = number(rule.second), number(rule.epsilon), number(rule.rate)
    for n in range(parameters.shape[0]):
        slope = gradient[n]
        square[n] = second * square[n] + (one - second) * slope * slope
        parameters[n] -= rate * slope / (np.sqrt(square[n]) + epsilon)


@kernel
def descend(rule, parameters, gradient, moments, count):
    """Take one step down the gradient in place.

    Parameters
    ----------
    rule
        `OPTIMISER` record.
    parameters, gradient
        Flat arrays of one type.
    moments
        The optimiser's memory, shape (2, parameters), changed in place.
    count
        Number of this step, from 1.
    """
    if rule.kind == SGD:
        _sgd(rule, parameters, gradient, moments[0])
    elif rule.kind == ADAM:
        _adam(rule, parameters, gradient, moments[0], moments[1], count)
    else:
        _rmsprop(rule, parameters, gradient, moments[1])


@kernel
def blend(target, parameters, share):
    """Move a target network softly: ``target += share * (parameters - target)``."""
    part = target.dtype.type(share)
    for n in range(target.shape[0]):
        target[n] += part * (parameters[n] - target[n])


@kernel
def copy(target, parameters):
    """Set a target network to the parameters: the hard update."""
    for n in range(target.shape[0]):
        target[n] = parameters[n]
