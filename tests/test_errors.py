import numpy as np
import pytest

from riskkit import errors


@pytest.mark.parametrize("value", [3, np.int8(3), np.int64(3)])
def test_integers_of_every_type_pass(value):
    found = errors.check_integer("armies", value, low=3, high=3)
    assert found == 3 and type(found) is int


@pytest.mark.parametrize("value", [2.0, 2.5, True, "2", None, np.float64(2)])
def test_what_is_no_integer_is_refused_by_name_and_value(value):
    with pytest.raises(TypeError, match="armies must be a whole number") as caught:
        errors.check_integer("armies", value, low=1)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(("value", "text"), [(0, "from 1 to 6, not 0"), (7, "from 1 to 6, not 7")])
def test_integers_outside_the_limits_are_refused(value, text):
    with pytest.raises(ValueError, match=text):
        errors.check_integer("players", value, low=1, high=6)


@pytest.mark.parametrize("value", [-0.01, 1.01, float("nan"), float("inf")])
def test_probabilities_lie_between_zero_and_one(value):
    with pytest.raises(ValueError, match="chance must be a number from 0.0 to 1.0"):
        errors.check_probability("chance", value)
    assert errors.check_probability("chance", 1) == 1.0


def test_unknown_names_come_with_the_nearest_ones():
    with pytest.raises(errors.RiskkitError, match="unknown agent 'agressive': did you mean 'aggressive'?"):
        errors.check_name("agent", "agressive", ["passive", "aggressive", "random"])
    with pytest.raises(ValueError, match="known are passive, random"):
        errors.check_name("agent", "zzz", ["passive", "random"])
    with pytest.raises(TypeError, match="agent must be a name"):
        errors.check_name("agent", 3, ["passive"])
    assert errors.check_name("agent", "random", ["passive", "random"]) == "random"
